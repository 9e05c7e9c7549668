import Ajv from 'ajv/dist/2020';
import { hasId, isList, methodOf, pathOf, type Route } from '../../../../functions/http/route';
import { hasChildren, unknownParent } from '../../../../functions/model/relation';
import { resourceOf, resources } from '../../../../functions/resources';
import { describeService } from '../../../../functions/site/openapi/document';
import { operations } from '../../../../functions/site/openapi/operations';
import { creatorOf, parentOf } from '../../../support/every-resource';
import type { HttpParts } from '../../../support/http';
import { useService } from '../../../support/service';
import { responsesOf } from '../../../support/valid';

const { ask, user } = useService();
const { create, requestFor } = creatorOf({ ask });

const resourceAt = (route: Route) => {
  const resource = resourceOf(route);
  if (!resource) throw new Error(`${route.routeKey} has no resource`);
  return resource;
};

/** Returns a valid body for a route that takes one. */
const valid = async (route: Route) => route.body && requestFor(resourceAt(route), 'create');

/** Returns a path of the route, of a resource that is there. */
const existing = async (route: Route) => (hasId(route) ? (await create(resourceAt(route))).path : pathOf(route));

let count = 0;
const newId = () => `01a1f3ad-8e00-7000-8000-${String(++count).padStart(12, '0')}`;

/** Parts of a request that differ from a valid request to a resource that is there. */
type Difference = HttpParts & { readonly id?: string; readonly query?: string };
type Recipe = (route: Route) => Difference | Promise<Difference>;

const send = async (route: Route, { id, query = '', headers, body }: Difference) => {
  const path = id === undefined ? await existing(route) : pathOf(route).replace('{id}', id);
  return ask(`${methodOf(route)} ${path}${query}`, { headers, body: body ?? (await valid(route)) });
};

const noneMatch = { 'if-none-match': '*' };

const successes: Readonly<Record<number, Recipe>> = {
  200: () => ({ headers: { prefer: 'return=representation' } }),
  201: (route) => (methodOf(route) === 'POST' ? {} : { id: newId(), headers: noneMatch }),
  204: (route) => (route.body ? { headers: { prefer: 'return=minimal' } } : {}),
  302: () => ({ headers: { accept: 'text/html,application/xhtml+xml' } }),
  304: () => ({ headers: noneMatch }),
};

const refusals: Readonly<Record<string, Recipe>> = {
  'invalid-json': () => ({ body: '{"title": "Hello",}' }),
  'invalid-body': () => ({ body: { name: '', body: 'Hello' } }),
  'invalid-query': () => ({ query: '?page=2' }),
  'invalid-header': () => ({ headers: { 'if-match': 'abc' } }),
  'invalid-id': () => ({ id: 'none', headers: noneMatch }),
  'not-found': () => ({ id: 'none' }),
  'body-too-large': () => ({ body: ' '.repeat(256 * 1024 + 1) }),
  'unsupported-media-type': () => ({ headers: { 'content-type': 'application/xml' }, body: '<post/>' }),
  stale: () => ({ headers: { 'if-match': '"old"' } }),
  exists: () => ({ headers: noneMatch }),
  'email-taken': async () => ({ body: { name: 'Ada', email: (await user()).email } }),
  'idempotency-key-reused': async (route) => {
    const headers = { 'idempotency-key': `key-${++count}` };
    const body = await valid(route);
    await ask(`POST ${pathOf(route)}`, { headers, body });
    const [name = ''] = Object.keys({ ...body });
    return { headers, body: { ...body, [name]: 'Another' } };
  },
};

/** Makes a request that ends in a problem of a resource that belongs to another one. */
const relationRecipe = (code: string): Recipe | undefined => {
  const { relation } = resources.find(({ relation: own }) => own && unknownParent(own)[1] === code) ?? {};
  if (relation) return async (route) => ({ body: { ...(await valid(route)), [relation.attribute]: newId() } });
  const children = resources.find(({ relation: own }) => own && hasChildren(own)[1] === code);
  if (!children) return undefined;
  return async (route) => {
    const oldest = await create(resourceAt(route));
    const parent = parentOf(children);
    const isGrandparent = parent !== undefined && parent !== resourceAt(route);
    await create(children, isGrandparent ? (await create(parent, oldest.id)).id : oldest.id);
    return { id: oldest.id, query: isGrandparent ? '?force=true' : '' };
  };
};

/** Every response of the service in the document: the operation, the status, and the code of a problem. */
const documented = operations.flatMap(({ name, route }) => {
  return Object.entries(responsesOf(route)).flatMap(([status, { content }]): [string, number, string, Route][] => {
    if (Number(status) < 400) return [[name, Number(status), '', route]];
    const examples = content?.['application/problem+json']?.examples ?? {};
    return Object.keys(examples).map((code) => [name, Number(status), code, route]);
  });
});

/** Codes of problems that only a failing DynamoDB or a race causes (document.test.ts). */
const isCausedByTable = (code: string) => /^(internal|unavailable|\w+-closing)$/.test(code);

test.each(documented.filter(([, , code]) => !isCausedByTable(code)))(
  '%s has the documented response %i %s',
  async (_, status, code, route) => {
    const recipe = code ? (relationRecipe(code) ?? refusals[code]) : successes[status];
    if (!recipe) throw new Error('No request of this test gets this response; add one');
    const response = await send(route, await recipe(route));
    expect(response.status).toBe(status);
    if (code) expect(response.body.code).toBe(code);
  },
);

type Parameter = { readonly name: string; readonly in: string; readonly schema: { readonly examples: string[] } };

const paths: Record<string, Record<string, object>> = describeService().paths;
const parametersOf = (route: Route): readonly Parameter[] =>
  Object(paths[pathOf(route)]?.[methodOf(route).toLowerCase()]).parameters;
const ajv = new Ajv({ strict: false });

describe.each(operations)('$name serves a request', ({ route }) => {
  test('with the documented examples of its headers', async () => {
    const headers: Record<string, string> = {};
    for (const { name, schema } of parametersOf(route).filter((parameter) => parameter.in === 'header')) {
      const [example = ''] = schema.examples;
      expect([ajv.validate(schema, example), ajv.validate(schema, `${example}\0`)]).toEqual([true, false]);
      headers[name.toLowerCase()] = example;
    }
    expect((await send(route, { headers })).status).toBe(methodOf(route) === 'POST' ? 201 : 200);
  });

  if (!isList(route)) return;
  test('with every documented limit, and with no other', async () => {
    const schema = parametersOf(route).find(({ name }) => name === 'limit')?.schema ?? false;
    expect(schema).toEqual({ type: 'integer', minimum: 1, default: 50 });
    for (const limit of [1, 2 ** 31, 10n ** 300n, 0, -1, 1.5]) {
      const { status } = await send(route, { query: `?limit=${limit}` });
      expect([limit, status]).toEqual([limit, ajv.validate(schema, Number(limit)) ? 200 : 400]);
    }
  });
});
