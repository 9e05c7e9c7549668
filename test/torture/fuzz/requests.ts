import fc from 'fast-check';
import { hasId, isCreating, methodOf, pathOf, type Route, verbOf } from '../../../functions/kit/http/route';
import { errorOf } from '../../../functions/kit/model/check';
import type { Field, Fields } from '../../../functions/kit/model/field';
import { resourceOf } from '../../../functions/kit/resources';
import { bodyExampleOf, type Resource } from '../../../functions/kit/site/openapi/resource';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { validBody } from '../../../lib/models/valid-body';
import { isOwnRoute } from '../../../lib/verify/played';
import type { Random } from '../../support/random';
import { eventOf } from '../../support/unit/event';
import { randomIdAt } from '../../support/unit/id';
import { needsOthers } from '../other-services';
import { anyValue } from '../values';
import * as hostile from './hostile';

const allRoutes = Object.entries<Route>(routes).filter(([, route]) => !needsOthers(route));

/** Makes a value of a field. Some texts have the maximum length. */
const valueFor = (field: Field, random: Random) => {
  const [value] = fc.sample(anyValue(field), { seed: random.below(2 ** 31), numRuns: 1 });
  const isLong = typeof value === 'string' && random.chance(0.05);
  return isLong ? value.padEnd(field.maxLength ?? 0, value).toWellFormed() : value;
};

/** Makes fields that the model of a body accepts. The ids of parents come from the example. A unique text begins with a number. */
const fieldsFor = (resource: Resource, input: Fields, { example, random }: { example: object; random: Random }) =>
  validBody(
    { ...resource, input },
    {
      example,
      random: (field) => valueFor(field, random),
      unique: (value, name) => {
        const made = `${random.below(2 ** 30)}${value}`;
        return errorOf(input[name] ?? {}, made) ? value : made;
      },
    },
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

const unknownPaths = ['/nothing', `${resources[0]?.path}/`, `/nothing${resources[0]?.path}`];

const valid = {
  tags: ['*', '"a", "b"', 'W/"a"', ' "a" ,, W/"b",'],
  keys: ['!', 'a,b', '__proto__', 'x'.repeat(255)],
};

const knownIds = resources.flatMap(({ examples }) => examples.stored.map(({ id }) => id));

/**
 * Makes a request with its event. In half of all requests one part is hostile. The response must have one of the statuses
 * that are expected. Without any, the response must be no refusal, unless the handler has rules of its own (`isOwn`).
 */
export const requestOf = (random: Random) => {
  const [name, route] = random.pick(allRoutes);
  const [method, resource] = [methodOf(route), resourceOf(route)];
  const [isWrite, isUnknown] = [route.body !== undefined, route.routeKey === '$default'];
  const parts = [
    ...(hasId(route) ? ['id'] : []),
    ...(resource ? ['query', 'tags'] : []),
    ...(isWrite ? ['type', 'body'] : []),
    ...(isCreating(route) ? ['key'] : []),
  ];
  const part = random.chance(0.5) ? parts[random.below(parts.length)] : undefined;
  const knownId = random.chance(0.8) && knownIds[random.below(knownIds.length)];
  const validId = knownId || randomIdAt(1.7e12 + random.below(5e10), random);
  const id = part === 'id' ? random.pick(hostile.hostileIds) : validId;
  const headers: Record<string, string> = {};
  while (random.chance(0.3)) {
    const [name, value] = random.pick(hostile.harmlessHeaders);
    headers[name] = value;
  }
  const precondition = random.pick(['if-match', 'if-none-match']);
  if (part === 'tags') headers[precondition] = random.pick(hostile.hostileTags);
  else if (method !== 'POST' && random.chance(0.3)) headers[precondition] = random.pick(valid.tags);
  if (part === 'key') headers['idempotency-key'] = random.pick(hostile.hostileKeys);
  else if ((method !== 'POST' || isCreating(route)) && random.chance(0.2))
    headers['idempotency-key'] = random.pick(valid.keys);
  if (part === 'type') headers['content-type'] = random.pick(hostile.hostileTypes);
  const example = { ...(resource && bodyExampleOf(resource, name, verbOf(route))) };
  const fields = resource && route.body ? fieldsFor(resource, route.body, { example, random }) : undefined;
  const required = Object.keys(fields ?? {})[0] ?? '';
  const json = JSON.stringify(fields, null, random.pick([0, 1, '\t']));
  const body = fields && part === 'body' ? hostile.hostileBody(fields, required, random) : json;
  if (fields) headers['content-length'] = String(Buffer.byteLength(body));
  const isBase64Encoded = random.chance(0.5);
  const line = isUnknown
    ? `${random.pick(['PUT', 'OPTIONS', 'GET'])} ${random.pick(unknownPaths)}`
    : `${method} ${pathOf(route)
        .replace('{id}', id)
        .replace(/\{\w+\}/g, 'x')}`;
  const event = eventOf(line, {
    query: part === 'query' ? random.pick(hostile.hostileQueries) : random.pick(['', ...queriesFor(route, id)]),
    headers,
    body: body && isBase64Encoded ? Buffer.from(body).toString('base64') : body,
    isBase64Encoded,
  });
  const pathParameters = hasId(route) ? { id } : undefined;
  const expected: readonly number[] = part ? ({ id: [404, 400], type: [415], body: [400] }[part] ?? [400]) : [];
  return {
    route,
    isOwn: isOwnRoute(route),
    line,
    fields,
    expected,
    event: { ...event, routeKey: route.routeKey, pathParameters },
  };
};
