import type { Verb } from '../../functions/kit/http/route';
import { relationsOf } from '../../functions/resources';
import { budget } from '../../lib/cost/budget';
import { askAs, creatorAs } from '../support/auth/owned';
import { aChild, aUniqueField, describeFor } from '../support/declared';
import { startGrown } from '../support/dynamodb/grown';
import { bare, resourceRows, routeOf } from '../support/every-resource';
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
])('the capacity units %s', (_, OWNERSHIP) => {
  beforeAll(() => {
    process.env.OWNERSHIP = OWNERSHIP;
  });
  afterAll(() => {
    delete process.env.OWNERSHIP;
  });

  describe.each(resourceRows)('of %s', (_plural, resource) => {
    const { path, examples } = resource;
    const unitsOf = (verb: Verb) => {
      const { readUnits = 0, writeUnits = 0 } = { ...budget[routeOf(resource, verb)[0]] };
      return { readUnits, writeUnits };
    };
    const uniques = Object.values(resource.input).filter(({ unique }) => unique).length;

    test('are those of the budget', async () => {
      expect(await cost(`POST ${path}`, await requestFor(resource, 'create'))).toEqual(unitsOf('create'));
      const { id: _id, path: own, etag: _etag, ...values } = await create(resource);
      expect(await cost(`GET ${own}`)).toEqual(unitsOf('get'));
      expect(await cost(`HEAD ${own}`)).toEqual(unitsOf('get'));
      // Another unique value would move its claim, and another parent two counts, so the replacement keeps all values.
      expect(await cost(`PUT ${own}`, values)).toEqual(unitsOf('replace'));
      expect(await cost(`PUT ${own}`, values, { 'if-match': '*' })).toEqual(unitsOf('replace'));
      expect(await cost(`PATCH ${own}`, examples.update.request)).toEqual(unitsOf('update'));
      expect(await cost(`DELETE ${own}`)).toEqual(unitsOf('remove'));
    });

    test('of creating are two more under a key, and the same under an id', async () => {
      const { writeUnits } = unitsOf('create');
      expect(await cost(`POST ${path}`, await requestFor(resource, 'create'), key())).toEqual(writes(writeUnits + 2));
      const line = `PUT ${path}/${idAt(Date.now(), ++count)}`;
      const condition = { 'if-none-match': '*' };
      expect(await cost(line, await requestFor(resource, 'create'), condition)).toEqual(writes(writeUnits));
    });

    test('of a patch without effect are one, and of a resource by id one each', async () => {
      const [one, other] = [await create(resource), await create(resource)];
      expect(await cost(`PATCH ${one.path}`, {})).toEqual(writes(1));
      expect(await cost(`GET ${path}?id=${one.id}&id=${other.id}`)).toEqual(reads(2));
    });

    test('of one without what it may lack are those of a transaction of its item and its claims', async () => {
      const required = relationsOf(resource).filter(({ attribute }) => !(attribute in bare(resource))).length;
      const body = await requestFor(resource, 'create', bare(resource));
      const indexed = Object.keys(body).filter((name) => resource.input[name]?.isIndexed && body[name] !== undefined);
      const defaults = Object.values(resource.input).filter(
        ({ isIndexed, default: value }) => isIndexed && value !== undefined,
      );
      const indexes = indexed.length + defaults.length;
      expect(await cost(`POST ${path}`, body)).toEqual(writes(2 + 2 * uniques + 3 * required + indexes));
      const { path: own } = await create(resource, bare(resource));
      expect(await cost(`PATCH ${own}`, examples.update.request)).toEqual(writes(1 + required + indexes));
    });
  });

  describeFor(aUniqueField, 'of a unique value', ({ resource, path, field }) => {
    test('are a read of the claim and one of the resource, and of a new value a failed write and a transaction', async () => {
      const { path: own, [field]: value } = await create(resource);
      expect(await cost(`GET ${path}?${field}=${encodeURIComponent(`${value}`)}`)).toEqual(reads(2));
      const { writeUnits = 0 } = { ...budget[routeOf(resource, 'update')[0]] };
      expect(await cost(`PATCH ${own}`, { [field]: `9${value}` })).toEqual(writes(writeUnits + 6));
    });
  });

  describeFor(aChild, 'of deleting a parent by force', ({ resource, attribute, parent }) => {
    test('are one unit to close it, two to count the children out, and a transaction for each child', async () => {
      const { writeUnits = 0 } = { ...budget[routeOf(parent.resource, 'remove')[0]] };
      const { writeUnits: ofChild = 0 } = { ...budget[routeOf(resource, 'remove')[0]] };
      const { id, path } = await create(parent.resource);
      for (let i = 0; i < 10; i++) await create(resource, { [attribute]: id });
      // The count of the parent falls once for all children.
      expect(await cost(`DELETE ${path}?force=true`)).toEqual(writes(1 + 2 + writeUnits + 10 * (ofChild - 2), 2.5));
      expect(await cost(`DELETE ${(await create(parent.resource)).path}?force=true`)).toEqual(
        writes(1 + writeUnits, 1),
      );
    });
  });
});
