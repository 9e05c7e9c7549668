import { hasId, methodOf, pathOf, type Row } from '../../../../functions/http/row';
import { hasChildren, unknownParent } from '../../../../functions/model/belonging';
import { resourceOf, resources } from '../../../../functions/resources';
import { operations } from '../../../../functions/site/openapi/operations';

import { creatorOf, parentOf } from '../../../support/every-resource';
import type { HttpParts } from '../../../support/http';
import { useService } from '../../../support/service';
import { responsesOf } from '../../../support/valid';

const { ask, user } = useService();

/** Every response of the service in the document: the operation, the status, and the code of a problem. */
const documented = operations.flatMap(({ name, row }) => {
  return Object.entries(responsesOf(row)).flatMap(([status, { content }]): [string, number, string, Row][] => {
    if (Number(status) < 400) return [[name, Number(status), '', row]];
    const examples = content?.['application/problem+json']?.examples ?? {};
    return Object.keys(examples).map((code) => [name, Number(status), code, row]);
  });
});

/** Codes of problems that only a failing DynamoDB or a race causes (problems.test.ts). */
const isCausedByTable = (code: string) => /^(internal|unavailable|\w+-closing)$/.test(code);

let count = 0;

const { create, requestFor } = creatorOf({ ask });

const resourceAt = (row: Row) => {
  const resource = resourceOf(row);
  if (!resource) throw new Error(`${row.routeKey} has no resource`);
  return resource;
};

const verbs: Record<string, 'create' | 'replace' | 'update'> = { POST: 'create', PUT: 'replace', PATCH: 'update' };

/** Returns a valid body for a row that takes one. */
const valid = async (row: Row) => row.takes && requestFor(resourceAt(row), verbs[methodOf(row)] ?? 'create');

/** Returns a path of the row, of a resource that is there. */
const existing = async (row: Row) => (hasId(row) ? (await create(resourceAt(row))).path : pathOf(row));

const newId = () => `01a1f3ad-8e00-7000-8000-${String(++count).padStart(12, '0')}`;

type Recipe = (row: Row) => Promise<readonly [path: string, parts: HttpParts]>;

const successes: Record<number, Recipe> = {
  200: async (row) => [await existing(row), { headers: { prefer: 'return=representation' }, body: await valid(row) }],
  201: async (row) =>
    methodOf(row) === 'POST'
      ? [pathOf(row), { body: await valid(row) }]
      : [pathOf(row).replace('{id}', newId()), { headers: { 'if-none-match': '*' }, body: await valid(row) }],
  204: async (row) => [
    await existing(row),
    row.takes ? { headers: { prefer: 'return=minimal' }, body: await valid(row) } : {},
  ],
  302: async (row) => [pathOf(row), { headers: { accept: 'text/html,application/xhtml+xml' } }],
  304: async (row) => [await existing(row), { headers: { 'if-none-match': '*' } }],
};

const refusals: Readonly<Record<string, Recipe>> = {
  'email-taken': async (row) => {
    const { email } = await user();
    return [await existing(row), { body: { name: 'Ada', email } }];
  },
  stale: async (row) => [await existing(row), { headers: { 'if-match': '"old"' }, body: await valid(row) }],
  exists: async (row) => [await existing(row), { headers: { 'if-none-match': '*' }, body: await valid(row) }],
  'idempotency-key-reused': async (row) => {
    const headers = { 'idempotency-key': `key-${++count}` };
    const body = await valid(row);
    await ask(`POST ${pathOf(row)}`, { headers, body });
    const [name = ''] = Object.keys({ ...body });
    return [pathOf(row), { headers, body: { ...body, [name]: 'Another' } }];
  },
};

/** Makes a request that ends in a problem of a resource that belongs to another one. */
const belongingRecipe = (code: string): Recipe | undefined => {
  const { belongsTo } = resources.find(({ belongsTo: own }) => own && unknownParent(own)[1] === code) ?? {};
  if (belongsTo)
    return async (row) => [await existing(row), { body: { ...(await valid(row)), [belongsTo.attribute]: newId() } }];
  const children = resources.find(({ belongsTo: own }) => own && hasChildren(own)[1] === code);
  if (!children) return undefined;
  return async (row) => {
    const oldest = await create(resourceAt(row));
    const parent = parentOf(children);
    const isGrandparent = parent !== undefined && parent !== resourceAt(row);
    await create(children, isGrandparent ? (await create(parent, oldest.id)).id : oldest.id);
    return [isGrandparent ? `${oldest.path}?force=true` : oldest.path, {}];
  };
};

/** Parts of a request that the service refuses without a look at the table. */
const refused: Readonly<
  Record<string, { id?: string; query?: string; headers?: Record<string, string>; body?: string }>
> = {
  'invalid-json': { body: '{"title": "Hello",}' },
  'invalid-body': { body: '{"name": "", "body": "Hello"}' },
  'invalid-query': { query: '?page=2' },
  'invalid-header': { headers: { 'if-match': 'abc' } },
  'invalid-id': { id: 'none', headers: { 'if-none-match': '*' } },
  'not-found': { id: 'none' },
  'body-too-large': { body: ' '.repeat(256 * 1024 + 1) },
  'unsupported-media-type': { headers: { 'content-type': 'application/xml' }, body: '<post/>' },
};

const refusedRecipe = (code: string): Recipe | undefined => {
  const parts = refused[code];
  if (!parts) return undefined;
  const { id, query = '', headers = {}, body } = parts;
  return async (row) => {
    const path = id === undefined ? await existing(row) : pathOf(row).replace('{id}', id);
    return [path + query, { headers, body: body ?? (await valid(row)) }];
  };
};

describe('every response of the document', () => {
  test.each(documented.filter(([, , code]) => !isCausedByTable(code)))(
    '%s answers %i %s',
    async (_, status, code, row) => {
      const recipe = code === '' ? successes[status] : (refusedRecipe(code) ?? belongingRecipe(code) ?? refusals[code]);
      if (!recipe) throw new Error('No request of this test gets this response; add one');
      const [path, parts] = await recipe(row);
      const response = await ask(`${methodOf(row)} ${path}`, parts);
      expect(response.status).toBe(status);
      if (code === '') return;
      expect(response.body.code).toBe(code);
    },
  );
});
