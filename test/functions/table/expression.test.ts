import { present, updating } from '../../../functions/table/expression';
import { names, onRefusal } from '../../support/table';

test('an update sets what has a value and removes what is undefined', () => {
  expect(updating({ a: 1, b: 'x', c: undefined, d: undefined }, present)).toEqual({
    UpdateExpression: 'SET #a = :a, #b = :b REMOVE #c, #d',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: names('a', 'b', 'c', 'd'),
    ExpressionAttributeValues: { ':a': 1, ':b': 'x' },
    ...onRefusal,
  });
});
