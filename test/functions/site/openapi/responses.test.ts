import { hasId, methodOf, pathOf, type Row } from '../../../../functions/http/row';
import { operations } from '../../../../functions/site/openapi/operations';
import { problemOf } from '../../../../functions/site/openapi/problems';
import type { HttpParts } from '../../../support/http';
import { startService } from '../../../support/service';
import { responsesOf } from '../../../support/valid';

const { ask, user, post } = startService();

/** Every response of the service in the document: the operation, the status, and the code of a problem. */
const documented = operations.flatMap(({ name, row }) => {
  return Object.entries(responsesOf(row)).flatMap(([status, { content }]): [string, number, string, Row][] => {
    if (Number(status) < 400) return [[name, Number(status), '', row]];
    const examples = content?.['application/problem+json']?.examples ?? {};
    return Object.keys(examples).map((code) => [name, Number(status), code, row]);
  });
});

/** Codes of problems that only a failing DynamoDB or a race causes (problems.test.ts). */
const causedByTable = ['internal', 'unavailable', 'user-closing'];

const isOfUsers = (row: Row) => row.routeKey.includes('users');

let addresses = 0;
const valid = (row: Row) =>
  isOfUsers(row) ? { name: 'Ada', email: `ada-${++addresses}@responses.example` } : { title: 'A title' };

/** Returns a path of the row, of a resource that is there. */
const existing = async (row: Row) => {
  if (!hasId(row)) return pathOf(row);
  return (isOfUsers(row) ? await user() : await post()).path;
};

const newId = () => `01a1f3ad-8e00-7000-8000-${String(++addresses).padStart(12, '0')}`;

type Recipe = (row: Row) => Promise<readonly [path: string, parts: HttpParts]>;

const successes: Record<number, Recipe> = {
  200: async (row) => [
    await existing(row),
    { headers: { prefer: 'return=representation' }, body: row.takes && valid(row) },
  ],
  201: async (row) =>
    methodOf(row) === 'POST'
      ? [pathOf(row), { body: valid(row) }]
      : [pathOf(row).replace('{id}', newId()), { headers: { 'if-none-match': '*' }, body: valid(row) }],
  204: async (row) => [
    await existing(row),
    row.takes ? { headers: { prefer: 'return=minimal' }, body: valid(row) } : {},
  ],
  302: async (row) => [pathOf(row), { headers: { accept: 'text/html,application/xhtml+xml' } }],
  304: async (row) => [await existing(row), { headers: { 'if-none-match': '*' } }],
};

const refusals: Readonly<Record<string, Recipe>> = {
  'email-taken': async (row) => {
    const { email } = await user();
    return [await existing(row), { body: { name: 'Ada', email } }];
  },
  'user-has-posts': async () => {
    const { id, path } = await user();
    await post({ userId: id });
    return [path, {}];
  },
  stale: async (row) => [await existing(row), { headers: { 'if-match': '"old"' }, body: row.takes && valid(row) }],
  exists: async (row) => [await existing(row), { headers: { 'if-none-match': '*' }, body: row.takes && valid(row) }],
  'unknown-user': async (row) => [await existing(row), { body: { title: 'A title', userId: newId() } }],
  'idempotency-key-reused': async (row) => {
    const headers = { 'idempotency-key': `key-${++addresses}` };
    await ask(`POST ${pathOf(row)}`, { headers, body: valid(row) });
    return [pathOf(row), { headers, body: { ...valid(row), ...(isOfUsers(row) ? {} : { title: 'Another' }) } }];
  },
};

/** Makes the request to which the document's example is the response. */
const asDocumented = (code: string): Recipe | undefined => {
  const { request } = problemOf(code);
  if (!request) return undefined;
  const { id, rawQueryString, headers = {}, body } = request;
  return async (row) => {
    const path = id === undefined ? await existing(row) : pathOf(row).replace('{id}', id);
    const line = `${path}${rawQueryString ? `?${rawQueryString}` : ''}`;
    return [line, { headers: headers as Record<string, string>, body: body ?? (row.takes && valid(row)) }];
  };
};

describe('every response of the document', () => {
  test.each(documented.filter(([, , code]) => !causedByTable.includes(code)))(
    '%s answers %i %s',
    async (_, status, code, row) => {
      const recipe = code === '' ? successes[status] : (asDocumented(code) ?? refusals[code]);
      if (!recipe) throw new Error('No request of this test gets this response; add one');
      const [path, parts] = await recipe(row);
      const response = await ask(`${methodOf(row)} ${path}`, parts);
      expect(response.status).toBe(status);
      if (code === '') return;
      expect(response.body.code).toBe(code);
      const example = responsesOf(row)[status]?.content?.['application/problem+json']?.examples[code]?.value;
      expect(response.body).toEqual({ ...Object(example), requestId: expect.any(String) });
    },
  );
});
