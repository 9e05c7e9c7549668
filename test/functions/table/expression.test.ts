import fc from 'fast-check';
import {
  all,
  equals,
  hasChanges,
  isNewer,
  matchesPrecondition,
  updateExpression,
} from '../../../functions/table/expression';

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
