import { hasId, methodOf, pathOf, type Route, verbOf } from '../../../functions/kit/http/route';
import { errorOf } from '../../../functions/kit/model/check';
import type { Field, Fields, Value } from '../../../functions/kit/model/field';
import { resourceOf, resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { eventOf } from '../../support/unit/event';
import { randomIdAt } from '../../support/unit/id';
import type { Random } from '../random';
import * as hostile from './hostile';

/** A request, and the statuses of which its response must have one. Without any, the response must be no refusal. */
export type FuzzedRequest = {
  readonly route: Route;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Record<string, string>;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly body?: string;
  readonly expected: readonly number[];
  readonly isBase64Encoded: boolean;
};

const [first, ...others] = Object.values<Route>(routes);
const allRoutes: [Route, ...Route[]] = [first ?? routes.listRoutes, ...others];

/** Makes a text of a field: pieces that are often handled wrong, cut to the maximum length. */
const textFor = ({ maxLength = 30 }: Field, random: Random) => {
  const length = 1 + random.below(random.chance(0.05) ? maxLength : 20);
  const pieces = Array.from({ length }, () => random.pick(hostile.validTexts)).join('');
  return `x${[...pieces].slice(0, maxLength - 1).join('')}`.toWellFormed();
};

/** Makes a value of a field. Numbers are at their bounds, and times the example. */
const valueFor = (field: Field, random: Random): Value => {
  const { type, minimum = 0, maximum = 0, items, maxItems = 0, oneOf = [], parse, example } = field;
  if (items) return Array.from({ length: random.pick([0, 1, maxItems]) }, () => textFor(items, random));
  if (type) return type === 'boolean' ? random.chance(0.5) : random.pick([minimum, maximum]);
  const known = parse ? [example ?? ''] : oneOf;
  return known[random.below(known.length)] ?? textFor(field, random);
};

/** Makes fields that a model accepts. The ids of parents come from the example. A unique text begins with a number. */
const fieldsFor = (model: Fields, example: Readonly<Record<string, unknown>>, random: Random) =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      const field = model[name] ?? {};
      const uniqueText = `${random.below(2 ** 30)}${random.pick(['x', 'é', '👍'])}${value}`;
      const made = field.unique && !field.type ? uniqueText : valueFor(field, random);
      return [name, field.parent || errorOf(field, made) ? value : made];
    }),
  );

/** Lists valid queries of a route. */
const queriesFor = (route: Route, id: string): string[] => {
  const query = route.query ?? {};
  const stored = Object.entries(resourceOf(route)?.examples.stored[0] ?? {}).filter(([name]) => name !== 'id');
  const expand = query.expand?.oneOf?.map((member) => `&expand=${member}`).join('') ?? '';
  return [
    ...[`id=${id}&id=${id}`, `limit=101&order=asc${expand}`, `after=${id}`],
    ...stored.map(([name, value]) => `${name}=${encodeURIComponent(`${value}`)}${expand}`),
    'createdSince=1970-01-01&createdBefore=9999-12-31T23:59:59%2B01:00',
  ].filter((text) => [...new URLSearchParams(text).keys()].every((name) => name in query));
};

const unknownPaths = ['/nothing', `${resources[0]?.path}/`, `/nothing${resources[0]?.path}`] as const;

const valid = {
  tags: ['*', '"a", "b"', 'W/"a"', ' "a" ,, W/"b",'],
  keys: ['!', 'a,b', '__proto__', 'x'.repeat(255)],
} as const;

/** Makes a request. In half of all requests one part is hostile. `known` are ids of resources that are there. */
export const requestOf = (
  random: Random,
  known: readonly string[],
  route: Route = random.pick(allRoutes),
): FuzzedRequest => {
  const [method, resource] = [methodOf(route), resourceOf(route)];
  const [isWrite, isUnknown] = [route.body !== undefined, route.routeKey === '$default'];
  const parts = [
    ...(hasId(route) ? ['id'] : []),
    ...(resource ? ['query', 'tags'] : []),
    ...(isWrite ? ['type', 'body'] : []),
    ...(method === 'POST' ? ['key'] : []),
  ];
  const part = random.chance(0.5) ? parts[random.below(parts.length)] : undefined;
  const id = part === 'id' ? random.pick(hostile.hostileIds) : random.chance(0.8) && known[random.below(known.length)];
  const ownId = id || randomIdAt(1.7e12 + random.below(5e10), random);
  const headers: Record<string, string> = {};
  while (random.chance(0.3)) {
    const [name, value] = random.pick(hostile.harmlessHeaders);
    headers[name] = value;
  }
  const precondition = random.pick(['if-match', 'if-none-match']);
  if (part === 'tags') headers[precondition] = random.pick(hostile.hostileTags);
  else if (method !== 'POST' && random.chance(0.3)) headers[precondition] = random.pick(valid.tags);
  if (part === 'key') headers['idempotency-key'] = random.pick(hostile.hostileKeys);
  else if (random.chance(0.2)) headers['idempotency-key'] = random.pick(valid.keys);
  if (part === 'type') headers['content-type'] = random.pick(hostile.hostileTypes);
  const example = resource && isWrite && { ...resource.examples[verbOf(route) as 'create'].request };
  const fields = example ? fieldsFor(route.body ?? {}, example, random) : undefined;
  const required = Object.keys(fields ?? {})[0] ?? '';
  const queries = ['', ...queriesFor(route, ownId)] as [string, ...string[]];
  return {
    route,
    method: isUnknown ? random.pick(['PUT', 'OPTIONS', 'GET']) : method,
    path: isUnknown ? random.pick(unknownPaths) : pathOf(route).replace('{id}', ownId),
    query: part === 'query' ? random.pick(hostile.hostileQueries) : random.pick(queries),
    headers,
    isBase64Encoded: random.chance(0.5),
    fields,
    body:
      fields &&
      (part === 'body'
        ? hostile.hostileBody(fields, required, random)
        : JSON.stringify(fields, null, random.pick([0, 1, '\t']))),
    expected: part ? ({ id: [404, 400], type: [415], body: [400] }[part] ?? [400]) : [],
  };
};

export const knownIds = resources.flatMap(({ examples }) => examples.stored.map(({ id }) => id));

/** Makes the event of a request. */
export const fuzzedEvent = ({ route, method, path, query, headers, body, isBase64Encoded }: FuzzedRequest) => {
  const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
  const text = body && isBase64Encoded ? Buffer.from(body).toString('base64') : body;
  const allHeaders = { ...length, ...headers };
  const event = eventOf(`${method} ${path}`, { query, body: text, isBase64Encoded, headers: allHeaders });
  const [collection = '', rest] = pathOf(route).split('{id}');
  const id = rest === undefined ? undefined : path.slice(collection.length, path.length - rest.length);
  return Object.assign(event, { routeKey: route.routeKey, pathParameters: id === undefined ? undefined : { id } });
};
