import { hasId, methodOf, pathOf, type Route } from '../../../../functions/http/route';
import { hasChildren, unknownParent } from '../../../../functions/model/relation';
import { resourceOf, resources } from '../../../../functions/resources';
import { operations } from '../../../../functions/site/openapi/operations';

import { creatorOf, parentOf } from '../../../support/every-resource';
import type { HttpParts } from '../../../support/http';
import { useService } from '../../../support/service';
import { responsesOf } from '../../../support/valid';

const { ask, user } = useService();

/** Every response of the service in the document: the operation, the status, and the code of a problem. */
const documented = operations.flatMap(({ name, route }) => {
  return Object.entries(responsesOf(route)).flatMap(([status, { content }]): [string, number, string, Route][] => {
    if (Number(status) < 400) return [[name, Number(status), '', route]];
    const examples = content?.['application/problem+json']?.examples ?? {};
    return Object.keys(examples).map((code) => [name, Number(status), code, route]);
  });
});

/** Codes of problems that only a failing DynamoDB or a race causes (problems.test.ts). */
const isCausedByTable = (code: string) => /^(internal|unavailable|\w+-closing)$/.test(code);

let count = 0;

const { create, requestFor } = creatorOf({ ask });

const resourceAt = (route: Route) => {
  const resource = resourceOf(route);
  if (!resource) throw new Error(`${route.routeKey} has no resource`);
  return resource;
};

const verbs: Record<string, 'create' | 'replace' | 'update'> = { POST: 'create', PUT: 'replace', PATCH: 'update' };

/** Returns a valid body for a route that takes one. */
const valid = async (route: Route) => route.body && requestFor(resourceAt(route), verbs[methodOf(route)] ?? 'create');

/** Returns a path of the route, of a resource that is there. */
const existing = async (route: Route) => (hasId(route) ? (await create(resourceAt(route))).path : pathOf(route));

const newId = () => `01a1f3ad-8e00-7000-8000-${String(++count).padStart(12, '0')}`;

type Recipe = (route: Route) => Promise<readonly [path: string, parts: HttpParts]>;

const successes: Record<number, Recipe> = {
  200: async (route) => [
    await existing(route),
    { headers: { prefer: 'return=representation' }, body: await valid(route) },
  ],
  201: async (route) =>
    methodOf(route) === 'POST'
      ? [pathOf(route), { body: await valid(route) }]
      : [pathOf(route).replace('{id}', newId()), { headers: { 'if-none-match': '*' }, body: await valid(route) }],
  204: async (route) => [
    await existing(route),
    route.body ? { headers: { prefer: 'return=minimal' }, body: await valid(route) } : {},
  ],
  302: async (route) => [pathOf(route), { headers: { accept: 'text/html,application/xhtml+xml' } }],
  304: async (route) => [await existing(route), { headers: { 'if-none-match': '*' } }],
};

const refusals: Readonly<Record<string, Recipe>> = {
  'email-taken': async (route) => {
    const { email } = await user();
    return [await existing(route), { body: { name: 'Ada', email } }];
  },
  stale: async (route) => [await existing(route), { headers: { 'if-match': '"old"' }, body: await valid(route) }],
  exists: async (route) => [await existing(route), { headers: { 'if-none-match': '*' }, body: await valid(route) }],
  'idempotency-key-reused': async (route) => {
    const headers = { 'idempotency-key': `key-${++count}` };
    const body = await valid(route);
    await ask(`POST ${pathOf(route)}`, { headers, body });
    const [name = ''] = Object.keys({ ...body });
    return [pathOf(route), { headers, body: { ...body, [name]: 'Another' } }];
  },
};

/** Makes a request that ends in a problem of a resource that belongs to another one. */
const relationRecipe = (code: string): Recipe | undefined => {
  const { relation } = resources.find(({ relation: own }) => own && unknownParent(own)[1] === code) ?? {};
  if (relation)
    return async (route) => [
      await existing(route),
      { body: { ...(await valid(route)), [relation.attribute]: newId() } },
    ];
  const children = resources.find(({ relation: own }) => own && hasChildren(own)[1] === code);
  if (!children) return undefined;
  return async (route) => {
    const oldest = await create(resourceAt(route));
    const parent = parentOf(children);
    const isGrandparent = parent !== undefined && parent !== resourceAt(route);
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
  return async (route) => {
    const path = id === undefined ? await existing(route) : pathOf(route).replace('{id}', id);
    return [path + query, { headers, body: body ?? (await valid(route)) }];
  };
};

describe('every response of the document', () => {
  test.each(documented.filter(([, , code]) => !isCausedByTable(code)))(
    '%s answers %i %s',
    async (_, status, code, route) => {
      const recipe = code === '' ? successes[status] : (refusedRecipe(code) ?? relationRecipe(code) ?? refusals[code]);
      if (!recipe) throw new Error('No request of this test gets this response; add one');
      const [path, parts] = await recipe(route);
      const response = await ask(`${methodOf(route)} ${path}`, parts);
      expect(response.status).toBe(status);
      if (code === '') return;
      expect(response.body.code).toBe(code);
    },
  );
});
