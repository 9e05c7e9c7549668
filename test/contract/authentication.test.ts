import { STATUS_CODES } from 'node:http';
import { isOfSite, methodOf, pluralOf, type Route, routeKeysOf } from '../../functions/kit/http/route';
import { resourceOf } from '../../functions/kit/resources';
import { resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { isOwnRoute } from '../../lib/verify/played';
import { bearer, startGuardedService } from '../support/auth/guarded';
import { creatorOf } from '../support/creator';
import { allScopes, aResource, describeFor, routeOf } from '../support/declared';
import { nobody } from '../support/service';

const plain = startGuardedService();
const strict = startGuardedService({ protectReads: true });

/** Returns the scope that a route needs. An open route needs none. */
const scopeOf = (route: Route, protectReads: boolean) => {
  if (isOfSite(route)) return undefined;
  const [resource, isRead] = [resourceOf(route), methodOf(route) === 'GET'];
  const isPublic = resource && !resource.isPrivate && routeOf(resource, 'get')[1].access === 'public';
  if (!resource && route.access === 'public' && !(isRead && route.actions && protectReads)) return undefined;
  if (isRead && isPublic && !protectReads) return undefined;
  return `${route.scope ?? pluralOf(route)}:${isRead ? 'read' : 'write'}`;
};

const rows = Object.values<Route>(routes).flatMap((route) =>
  routeKeysOf(route).map((routeKey) => {
    const [method = '', path = '/nowhere'] = routeKey === '$default' ? ['GET'] : routeKey.split(' ');
    return { line: `${method} ${path.replace(/\{\w+\}/g, nobody)}`, route };
  }),
);

describe.each([
  [false, plain],
  [true, strict],
])('with authentication, protectReads %p:', (protectReads, guarded) => {
  const { ask } = guarded;
  // The setting changes only some reads of the table. Routes without the table stay open.
  const concerned = rows.filter(({ route }) => !route.actions || scopeOf(route, true) !== scopeOf(route, false));

  describe.each(protectReads ? concerned : rows)('$line', ({ line, route }) => {
    const scope = scopeOf(route, protectReads);
    /** Sends the request. Returns the refusal of the authorizer, or the status of the function. */
    const outcomeOf = async (headers: Record<string, string>) => {
      const { status, body } = await ask(line, headers, route.body && { '-': 1 });
      // A handler of one's own may answer anything, but not as the gateway does.
      const isGateways = [401, 403].includes(status) && !body?.code;
      const isAnswered = isOwnRoute(route) ? !isGateways : [200, 302, 400, 404].includes(status);
      return isAnswered ? 'passes' : [status, body?.message];
    };
    const refusal = (status: 401 | 403) => [status, line.startsWith('HEAD') ? undefined : STATUS_CODES[status]];

    if (scope === undefined) {
      test('is open', async () => {
        expect([await outcomeOf({}), await outcomeOf(bearer('nonsense'))]).toEqual(['passes', 'passes']);
      });
      return;
    }

    test(`refuses the scopes of other routes, and takes ${scope}`, async () => {
      const scopes = [scope, ...allScopes('read', 'write').split(' ')];
      const others = scopes.filter((one) => one !== scope).join(' ');
      const outcomes = [await outcomeOf({})];
      for (const each of [others, scope]) outcomes.push(await outcomeOf(bearer(await guarded.sign({ scope: each }))));
      expect(outcomes).toEqual([refusal(401), refusal(403), 'passes']);
    });
  });
});

describeFor(aResource, 'with authentication', ({ resource, path }) => {
  const { ask } = plain;

  test('each caller has idempotency keys of their own', async () => {
    const { requestFor } = creatorOf({
      ask: async (line, { body }) => ask(line, bearer(await plain.sign()), body),
    });
    const request = await requestFor(resource, 'create');
    const send = async (sub: string, value: object) => {
      const headers = { ...bearer(await plain.sign({ sub })), 'idempotency-key': 'one' };
      const { status, body } = await ask(`POST ${path}`, headers, value);
      expect(status).toBe(201);
      return body.id;
    };
    const [ada, grace] = [await send('ada', request), await send('grace', await requestFor(resource, 'create'))];
    expect(ada).not.toBe(grace);
    expect(await send('ada', request)).toBe(ada);
  });

  test('a browser gets an answer to its preflight, and can read a 401', async () => {
    const headers = { 'access-control-allow-origin': '*' };
    const origin = 'https://pages.example';
    const preflight = await ask(`OPTIONS ${path}`, { origin, 'access-control-request-method': 'POST' });
    expect(preflight).toMatchObject({ status: 204, headers });
    expect(await ask(`POST ${path}`, { origin }, {})).toMatchObject({ status: 401, headers });
  });

  test.each(resources.map((each) => each.path))('reads of %s may be cached by the caller only', async (each) => {
    const { headers } = await ask(`GET ${each}`, bearer(await plain.sign()));
    expect(headers['cache-control']).toBe('private, no-cache');
  });
});
