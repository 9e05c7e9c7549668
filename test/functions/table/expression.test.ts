import fc from 'fast-check';
import {
  all,
  conditionExpression,
  equals,
  hasChanges,
  increment,
  isNewer,
  itemExists,
  itemMissing,
  matchesPrecondition,
  updateExpression,
} from '../../../functions/table/expression';

describe('a condition', () => {
  const twoTags = { ':match0': 'a', ':match1': 'b' };
  test.each([
    ['present', itemExists, 'attribute_exists(pk)', {}],
    ['absent', itemMissing, 'attribute_not_exists(pk)', {}],
    ['newer', isNewer, '#updatedAt < :updatedAt', {}],
    ['equals a value', equals('name', 'Ann'), '#name = :nameIs', { ':nameIs': 'Ann' }],
    ['equals nothing', equals('name', undefined), 'attribute_not_exists(#name)', {}],
    ['differs in nothing', hasChanges({}), 'attribute_not_exists(pk)', {}],
    ['differs in one attribute', hasChanges({ a: 1 }), '(#a <> :aIs)', { ':aIs': 1 }],
    [
      'differs in any of two',
      hasChanges({ a: 1, b: undefined }),
      '(#a <> :aIs OR attribute_exists(#b))',
      { ':aIs': 1 },
    ],
    ['meets no header', all(...matchesPrecondition({})), '', {}],
    ['meets If-Match: *', all(...matchesPrecondition({ ifMatch: '*' })), '', {}],
    ['meets If-Match', all(...matchesPrecondition({ ifMatch: ['a', 'b'] })), 'rev IN (:match0, :match1)', twoTags],
    [
      'meets If-Match without a strong tag',
      all(...matchesPrecondition({ ifMatch: [] })),
      'attribute_not_exists(pk)',
      {},
    ],
    ['meets If-None-Match: *', all(...matchesPrecondition({ ifNoneMatch: '*' })), 'attribute_not_exists(pk)', {}],
    [
      'meets If-None-Match',
      all(...matchesPrecondition({ ifNoneMatch: ['a'] })),
      'NOT rev IN (:noneMatch0)',
      { ':noneMatch0': 'a' },
    ],
    ['of two conditions', all(itemExists, equals('a', 1)), 'attribute_exists(pk) AND #a = :aIs', { ':aIs': 1 }],
  ])('that is %s is spelled so', (_, { text, values = {} }, spelling, expected) => {
    expect([text, values]).toEqual([spelling, expected]);
  });

  test('is sent with its names and values, and asks for the item when it fails', () => {
    expect(conditionExpression(equals('name', 'Ann'))).toEqual({
      ConditionExpression: '#name = :nameIs',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: { ':nameIs': 'Ann' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  });
});

describe('an update', () => {
  test('sets what has a value and removes what is undefined', () => {
    expect(updateExpression({ a: 1, b: 'x', c: undefined, d: undefined }, itemExists)).toEqual({
      UpdateExpression: 'SET #a = :a, #b = :b REMOVE #c, #d',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#a': 'a', '#b': 'b', '#c': 'c', '#d': 'd' },
      ExpressionAttributeValues: { ':a': 1, ':b': 'x' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  });

  test('counts an attribute of an item that is there', () => {
    expect(increment('postCount', -1)).toEqual({
      UpdateExpression: 'ADD postCount :by',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':by': -1 },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  });
});

// DynamoDB refuses a command that leaves a name or a value undefined, or unused.
test('every expression uses just the names and values that go with it', () => {
  const attribute = fc.constantFrom('title', 'content', 'userId', 'name', 'email');
  const attributes = fc.dictionary(attribute, fc.option(fc.string(), { nil: undefined }));
  const tags = fc.option(fc.oneof(fc.constant('*' as const), fc.array(fc.string(), { maxLength: 3 })), {
    nil: undefined,
  });
  const noneTags = tags.filter((given) => given === undefined || given.length > 0);
  const precondition = fc.record({ ifMatch: tags, ifNoneMatch: noneTags });
  const property = fc.property(attributes, attributes, precondition, (set, linked, headers) => {
    const links = Object.entries(linked).map(([name, value]) => equals(name, value));
    const conditions = [isNewer, ...matchesPrecondition(headers), ...links, hasChanges(set)];
    const command = updateExpression({ ...set, ...linked, updatedAt: 'now' }, all(...conditions));
    const { UpdateExpression, ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = command;
    const used = `${UpdateExpression} ${ConditionExpression}`.match(/[#:]\w+/g);
    const defined = Object.keys({ ...ExpressionAttributeNames, ...ExpressionAttributeValues });
    expect([...new Set(used)].sort()).toEqual(defined.sort());
  });
  fc.assert(property);
});
