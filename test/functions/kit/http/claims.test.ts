import { DeleteCommand, GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { entityOf } from '../../../../functions/kit/entity';
import { claimsOf } from '../../../../functions/kit/http/claims';
import type { Route } from '../../../../functions/kit/http/route';
import { handleChange, handleDelete, handleGet, handleList, handlePost } from '../../../../functions/kit/lambda/handle';
import { optional } from '../../../../functions/kit/model/field';
import { patchOf, responseOf } from '../../../../functions/kit/model/models';
import { pageQuery } from '../../../../functions/kit/model/page';
import { update } from '../../../../functions/kit/table/change';
import { create } from '../../../../functions/kit/table/create';
import { get } from '../../../../functions/kit/table/get';
import { remove } from '../../../../functions/kit/table/remove';
import { askerOf } from '../../../support/resources';
import { mockTable } from '../../../support/unit/table';
import { path, storedThing, THING } from '../things';

const table = mockTable();
const input = { note: optional({ maxLength: 9 }) };
const notes = entityOf({ collection: THING, path: '/things', model: responseOf(input), isPrivate: true });
const claims = claimsOf('custom:tenant', 'constructor');
const at = <const K extends Route['routeKey']>(routeKey: K) =>
  ({ routeKey, response: notes.model, actions: ['PutItem'], claims }) as const;

/** Callers that the handlers got. */
let callers: unknown[] = [];
const keep = <R extends { readonly caller: unknown }>(request: R) => {
  callers.push(request.caller);
  return request;
};
const askNotes = askerOf({
  'GET /things': handleList({ ...at('GET /things'), query: pageQuery(input) }, async (request) => {
    keep(request);
    return { body: [], next: undefined };
  }),
  'POST /things': handlePost({ ...at('POST /things'), body: input }, (request) =>
    create(notes, { ...keep(request), body: { note: request.caller.claims['custom:tenant'] } }),
  ),
  'GET /things/{id}': handleGet(at('GET /things/{id}'), (request) => get(notes, keep(request))),
  'PATCH /things/{id}': handleChange({ ...at('PATCH /things/{id}'), body: patchOf(input) }, (request) =>
    update(notes, keep(request)),
  ),
  'DELETE /things/{id}': handleDelete(at('DELETE /things/{id}'), (request) => remove(notes, keep(request))),
});
const askPublic = askerOf({
  'GET /things/{id}': handleGet({ ...at('GET /things/{id}'), access: 'public' }, (request) =>
    get(notes, keep(request)),
  ),
});

const token = { iss: 'https://login.example/', sub: 'ada', scope: 'things:write', 'custom:tenant': 'acme' };
const none = { 'custom:tenant': undefined, constructor: undefined };
const lines = ['GET /things', 'POST /things', ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} ${path}`)];

beforeEach(() => {
  callers = [];
  jest.replaceProperty(process, 'env', { ...process.env, OWNERSHIP: '' });
  const Item = { ...storedThing, owner: 'somebody' };
  table.on(GetCommand).resolves({ Item });
  table.on(UpdateCommand).resolves({ Attributes: Item });
  table.on(DeleteCommand).resolves({});
  table.on(TransactWriteCommand).resolves({});
});

describe.each(lines)('the handler of %s with claims', (line) => {
  const callerWith = async (sent?: Record<string, string>) => {
    await askNotes(line, { claims: sent, body: line.startsWith('P') ? {} : undefined });
    return callers;
  };

  test('gets the declared ones as the gateway gives them, and nothing else of the token', async () => {
    expect(await callerWith(token)).toStrictEqual([{ claims: { ...none, 'custom:tenant': 'acme' } }]);
  });

  test('gets them beside the caller, on a stage with ownership', async () => {
    process.env.OWNERSHIP = 'true';
    const caller = { id: expect.stringMatching(/^[\w-]{22}$/), isAdmin: false };
    const list = { ...none, 'custom:tenant': '[a b]' };
    const found = await callerWith({ ...token, 'custom:tenant': '[a b]' });
    expect(found).toStrictEqual([{ ...caller, claims: list }]);
  });

  test('gets each as undefined on a stage without authentication', async () => {
    expect(await callerWith()).toStrictEqual([{ claims: none }]);
  });
});

describe('a caller with claims alone', () => {
  test.each(lines.slice(1))('passes the check of the owner as no caller does, without ownership: %s', async (line) => {
    const { status } = await askNotes(line, { claims: token, body: line.startsWith('P') ? {} : undefined });
    expect(status).toBe({ POST: 201, DELETE: 204 }[line.split(' ')[0] ?? ''] ?? 200);
    expect(JSON.stringify(table.calls().map(({ args: [{ input: sent }] }) => sent))).not.toMatch(/"#?owner"/);
  });

  test.each([{ owner: 'somebody' }, {}])(
    'sees no private resource on a public route, as no caller does, with ownership: %j',
    async (more) => {
      process.env.OWNERSHIP = 'true';
      table.on(GetCommand).resolves({ Item: { ...storedThing, ...more } });
      expect((await askPublic(`GET ${path}`, { claims: token })).status).toBe(404);
      expect(callers).toStrictEqual([{ claims: { ...none, 'custom:tenant': 'acme' } }]);
    },
  );
});
