import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { hasChanges, isNewer, matchesPrecondition } from '../../../functions/table/expression';
import { alone, conditionFailed, update } from '../../support/dynamodb/commands';
import { resources } from '../../support/resources';
import { exists, invalid, notFound, notFoundByPut, responseOf, stale } from '../../support/responses';
import { mockTable } from '../../support/table';
import { now, useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();

const headersOf = (rev: string) => ({ etag: `"${rev}"`, 'cache-control': 'no-store' });
const applied = { 'preference-applied': 'return=minimal' };

const changes = resources.flatMap((resource) => [
  { ...resource, method: 'PUT', verb: 'replace', sent: resource.replacement, set: resource.replaced } as const,
  { ...resource, method: 'PATCH', verb: 'update', sent: resource.patch, set: resource.patch } as const,
]);

describe.each(changes)('$method $path/{id}', ({ ask, body, link, patch, sent, set, stored, verb }) => {
  const change = (headers = {}) => ask(verb, { body: sent, headers });
  /** The update with what the precondition of the request asks of the item. */
  const updated = (precondition = {}) => {
    const effect = verb === 'replace' ? link : hasChanges(set);
    return [alone(update(stored, set, isNewer, ...matchesPrecondition(precondition), effect))];
  };
  const succeeds = () =>
    table.on(UpdateCommand).resolves({ Attributes: { ...stored, ...patch, rev: 'rev-written', updatedAt: now } });
  const fails = (item?: object) => table.on(UpdateCommand).rejects(conditionFailed(item && { ...item }));

  test('changes the item in one update', async () => {
    succeeds();
    const changed = { ...body, ...patch, updatedAt: now };
    expect(await change()).toEqual(responseOf(200, headersOf('rev-written'), changed));
    expect(table.sent()).toEqual(updated());
  });

  test.each([
    ['if-match', '"a", W/"b", "c"', { ifMatch: ['a', 'c'] }],
    ['if-match', 'W/"b"', { ifMatch: [] }],
    ['if-match', '*', {}],
    ['if-none-match', 'W/"a", "b"', { ifNoneMatch: ['a', 'b'] }],
  ])('takes %s: %s into the condition of the update', async (header, value, precondition) => {
    succeeds();
    expect((await change({ [header]: value })).status).toBe(200);
    expect(table.sent()).toEqual(updated(precondition));
  });

  test.each([
    ['if-match', '"old"', stale],
    ['if-match', `W/"${stored.rev}"`, stale],
    ['if-match', '"old", "older"', stale],
    ['if-none-match', `"${stored.rev}"`, exists],
  ])('answers 412 to %s: %s', async (header, value, problem) => {
    fails(stored);
    expect(await change({ [header]: value })).toEqual(problem(stored.rev));
    expect(table.sent()).toHaveLength(1);
  });

  test('answers 404 when nothing is stored, whatever If-Match says', async () => {
    fails();
    const missing = verb === 'replace' ? notFoundByPut : notFound;
    expect(await change({ 'if-match': `"${stored.rev}"` })).toEqual(missing);
    expect(table.sent()).toHaveLength(1);
  });

  test('answers 204 when the client prefers no body', async () => {
    succeeds();
    expect(await change({ prefer: 'return=minimal' })).toEqual(
      responseOf(204, { ...headersOf('rev-written'), ...applied }),
    );
  });
});

describe.each(resources)('PUT $path/{id}', ({ ask, replacement, stored }) => {
  test('ignores read-only fields', async () => {
    table.on(UpdateCommand).resolves({ Attributes: stored });
    const body = { ...replacement, id: stored.sk, createdAt: 1, updatedAt: null };
    expect((await ask('replace', { body })).status).toBe(200);
  });

  test('answers 400 to another id than the one in the path', async () => {
    expect(await ask('replace', { body: { ...replacement, id: 'other' } })).toEqual(
      invalid('body', { pointer: '#/id', detail: 'must be the id in the path, or left out' }),
    );
    expect(table.sent()).toEqual([]);
  });
});

describe.each(resources)('PATCH $path/{id} without effect', ({ ask, body, input, stored }) => {
  const unchanged = responseOf(200, headersOf(stored.rev), body);
  const bodies = [...Object.entries(input).map((entry) => Object.fromEntries([entry])), {}];
  beforeEach(() => {
    table.on(UpdateCommand).rejects(conditionFailed(stored));
  });

  test.each(bodies)('writes nothing and keeps the ETag for %j', async (patch) => {
    expect(await ask('update', { body: patch })).toEqual(unchanged);
    expect(table.sent()).toHaveLength(1);
  });

  test('sends an empty patch with a condition that is never true', async () => {
    await ask('update', { body: {} });
    expect(table.sent()).toEqual([alone(update(stored, {}, isNewer, hasChanges({})))]);
  });

  test('answers 412 when If-Match does not match', async () => {
    expect(await ask('update', { body: {}, headers: { 'if-match': '"old"' } })).toEqual(stale(stored.rev));
  });
});
