import type { Verb } from '../../functions/kit/http/route';
import { childrenOf } from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import { OWNED } from '../../functions/kit/table/keys';
import { budgetIn } from '../../lib/cost/budget';
import { indexesOfField } from '../../lib/models/indexes';
import { askAs, creatorAs, useOwnership } from '../support/auth/owned';
import { bare } from '../support/creator';
import { aChild, aUniqueField, describeEach, describeFor, routeOf } from '../support/declared';
import { startGrown } from '../support/dynamodb/grown';
import { hasKitHandlers } from '../support/kit-handlers';
import { idAt } from '../support/unit/id';

const { lastUnits } = startGrown();

const reads = (readUnits: number) => ({ readUnits, writeUnits: 0 });
const writes = (writeUnits: number, readUnits = 0) => ({ readUnits, writeUnits });

const { create, requestFor } = creatorAs('owner');
let count = 0;
const key = () => ({ 'idempotency-key': `key-${++count}` });

/** Returns the read and write units in the log line of a request. */
const cost = async (line: string, body?: unknown, headers: Record<string, string> = {}) => {
  const { status } = await askAs('owner', line, { body, headers });
  expect(status).toBeLessThan(300);
  return lastUnits();
};

describe.each([
  ['without ownership', ''],
  ['with ownership', 'true'],
])('the capacity units %s', (_, ownership) => {
  useOwnership(ownership);
  const budget = budgetIn({ ownership: ownership === 'true' });
  const budgetOf = (resource: Resource, verb: Verb) => {
    const { readUnits = 0, writeUnits = 0 } = { ...budget[routeOf(resource, verb)[0]] };
    return { readUnits, writeUnits };
  };
  /** Returns the number of indexes that hold items by some fields. */
  const indexesBy = (resource: Resource, names: readonly string[]) =>
    names
      .flatMap((name) => {
        const field = resource.members.get(name);
        return field ? indexesOfField(resource, field) : [];
      })
      .filter(({ attribute }) => ownership || attribute !== OWNED).length;

  describeEach('of %s', (plural, resource) => {
    const { path, examples } = resource;
    if (!hasKitHandlers(resource)) return test.todo(`are not measured: a handler of ${plural} does more than its verb`);
    // Another value in an index is a write of the old entry, and one of the new.
    const moved = indexesBy(resource, Object.keys(examples.update.request));
    const { readUnits, writeUnits: ofUpdate } = budgetOf(resource, 'update');

    test('are those of the budget', async () => {
      expect(await cost(`POST ${path}`, await requestFor(resource, 'create'))).toEqual(budgetOf(resource, 'create'));
      const { id: _id, Path: own, ETag: _etag, ...values } = await create(resource);
      expect(await cost(`GET ${own}`)).toEqual(budgetOf(resource, 'get'));
      expect(await cost(`HEAD ${own}`)).toEqual(budgetOf(resource, 'get'));
      // Another unique value would move its claim, and another parent two counts, so the replacement keeps all values.
      expect(await cost(`PUT ${own}`, values)).toEqual(budgetOf(resource, 'replace'));
      expect(await cost(`PUT ${own}`, values, { 'if-match': '*' })).toEqual(budgetOf(resource, 'replace'));
      expect(await cost(`PATCH ${own}`, examples.update.request)).toEqual(writes(ofUpdate + moved, readUnits));
      expect(await cost(`DELETE ${own}`)).toEqual(budgetOf(resource, 'remove'));
    });

    test('of creating are two more under a key, and the same under an id', async () => {
      const { writeUnits } = budgetOf(resource, 'create');
      expect(await cost(`POST ${path}`, await requestFor(resource, 'create'), key())).toEqual(writes(writeUnits + 2));
      const line = `PUT ${path}/${idAt(Date.now(), ++count)}`;
      const condition = { 'if-none-match': '*' };
      expect(await cost(line, await requestFor(resource, 'create'), condition)).toEqual(writes(writeUnits));
    });

    test('of a patch without effect are one, and of a resource by id one each', async () => {
      // The embedded DynamoDB counts the JSON of an item, which has more than 1 kB for some examples.
      const [one, other] = [await create(resource, bare(resource)), await create(resource, bare(resource))];
      expect(await cost(`PATCH ${one.Path}`, {})).toEqual(writes(1));
      expect(await cost(`GET ${path}?id=${one.id}&id=${other.id}`)).toEqual(reads(2));
    });

    test('of one without what it may lack are less by their counts, claims and index entries', async () => {
      const request: object = examples.create.request;
      const lacking = Object.entries(resource.input).filter(
        ([name, field]) => name in bare(resource) && name in request && field.default === undefined,
      );
      const saved = lacking.map(
        ([name, { unique, parent }]) => (parent ? 2 : 0) + indexesBy(resource, [name]) + (unique ? 2 : 0),
      );
      const units = saved.reduce((sum, each) => sum - each, budgetOf(resource, 'create').writeUnits);
      expect(await cost(`POST ${path}`, await requestFor(resource, 'create', bare(resource)))).toEqual(writes(units));
      const { Path: own } = await create(resource, bare(resource));
      const entries = indexesBy(
        resource,
        lacking.map(([name]) => name),
      );
      expect(await cost(`PATCH ${own}`, examples.update.request)).toEqual(writes(ofUpdate + moved - entries));
    });
  });

  describeFor(aUniqueField, 'of a unique value', ({ resource, path, field }) => {
    test('are a read of the claim and one of the resource, and of a new value a failed write and a transaction', async () => {
      const others = Object.entries(bare(resource)).filter(([name]) => name !== field && !indexesBy(resource, [name]));
      const { Path: own, [field]: value } = await create(resource, Object.fromEntries(others));
      expect(await cost(`GET ${path}?${field}=${encodeURIComponent(`${value}`)}`)).toEqual(reads(2));
      const { writeUnits } = budgetOf(resource, 'update');
      expect(await cost(`PATCH ${own}`, { [field]: `9${value}` })).toEqual(writes(writeUnits + 6));
    });
  });

  describeFor(aChild, 'of deleting a parent by force', ({ resource, path: childPath, attribute, parent }) => {
    test('are a unit to close it, two to count the children out, and a transaction for each child', async () => {
      const { writeUnits } = budgetOf(parent.resource, 'remove');
      const { writeUnits: ofChild } = budgetOf(resource, 'remove');
      const { id, Path: path } = await create(parent.resource);
      for (let i = 0; i < 10; i++) await create(resource, { [attribute]: id });
      // The counter of the parent is read, closed, and written once for all children. A child's own counter is read.
      const [closing, counting, counters] = [1, 2, childrenOf(resource).length > 0 ? 10 : 0];
      const units = closing + counting + writeUnits + 10 * (ofChild - counting);
      const listed = (await cost(`GET ${childPath}?${attribute}=${id}`))?.readUnits ?? 0;
      // A private list reads the counter of the parent, too.
      const listing = ownership && resource.isPrivate ? listed - 0.5 : listed;
      expect(await cost(`DELETE ${path}?force=true`)).toEqual(writes(units, 2 + listing + counters));
      const { Path: childless } = await create(parent.resource);
      expect(await cost(`DELETE ${childless}?force=true`)).toEqual(writes(closing + writeUnits, 1));
    });
  });
});
