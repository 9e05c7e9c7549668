import { STATUS_CODES } from 'node:http';
import { methodOf, pluralOf, type Route, routeKeysOf } from '../../functions/kit/http/route';
import { resourceOf, resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { bearer, startGuardedService } from '../support/auth/guarded';
import { aResource, describeFor } from '../support/declared';
import { creatorOf, resourceRows, routeOf } from '../support/every-resource';
import { nobody } from '../support/service';

const plain = startGuardedService();
const strict = startGuardedService({ protectReads: true });

/** Returns the scope that a route needs. An open route needs none. */
const scopeOf = (route: Route, protectReads: boolean) => {
  if (!route.actions) return undefined;
  const [resource, isRead] = [resourceOf(route), methodOf(route) === 'GET'];
  const isOpen = resource && !resource.isPrivate && routeOf(resource, 'get')[1].access === 'public';
  if (isRead && isOpen && !protectReads) return undefined;
  return `${pluralOf(route)}:${isRead ? 'read' : 'write'}`;
};

const rows = Object.values<Route>(routes).flatMap((route) =>
  routeKeysOf(route).map((routeKey) => {
    const [method = '', path = '/nowhere'] = routeKey === '$default' ? ['GET'] : routeKey.split(' ');
    return { line: `${method} ${path.replace('{id}', nobody)}`, route };
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
    const body = route.body && {};
    const expectPass = async (headers: Record<string, string>) => {
      // The function answers one of these statuses. The authorizer answers 401 or 403.
      expect([200, 302, 400, 404]).toContain((await ask(line, headers, body)).status);
    };
    const expectRefusal = async (headers: Record<string, string>, status: 401 | 403) => {
      const refusal = line.startsWith('HEAD') ? { status } : { status, body: { message: STATUS_CODES[status] } };
      expect(await ask(line, headers, body)).toMatchObject(refusal);
    };

    if (scope === undefined) {
      test('is open', async () => {
        await expectPass({});
        await expectPass(bearer('nonsense'));
      });
      return;
    }

    test('refuses to answer without a token', () => expectRefusal({}, 401));
    test('refuses the scopes of other routes', async () => {
      const scopes = resourceRows.flatMap(([plural]) => [`${plural}:read`, `${plural}:write`]);
      const others = scopes.filter((one) => one !== scope);
      await expectRefusal(bearer(await guarded.sign({ scope: others.join(' ') })), 403);
    });
    test(`takes ${scope}`, async () => expectPass(bearer(await guarded.sign({ scope }))));
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
