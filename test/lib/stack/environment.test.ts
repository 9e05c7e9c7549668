import { App } from 'aws-cdk-lib';
import { claimsOf } from '../../../functions/kit/http/claims';
import type { Route } from '../../../functions/kit/http/route';
import { readSettings } from '../../../lib/stack/context';
import { environmentOf } from '../../../lib/stack/environment';
import { issuer } from '../../support/stack';

test.each([
  [{}, undefined, undefined],
  [{ cacheSeconds: 5 }, 'public, max-age=5', 'public, max-age=5'],
  [{ issuer, audience: 'a', cacheSeconds: 5 }, 'private, no-cache', 'public, max-age=5'],
  [{ issuer, audience: 'a', cacheSeconds: 5, protectReads: true }, 'private, no-cache', 'private, no-cache'],
])(
  'with the settings %j a response that depends on claims is cached as %j, and as %j if the route is open',
  (context, ...expected) => {
    const settings = readSettings(new App({ context }).node);
    const me = { routeKey: 'GET /me', claims: claimsOf('tid') } as const;
    const read = (route: Route) => environmentOf(route, settings).CACHE_CONTROL;
    expect([read(me), read({ ...me, actions: [], access: 'public' })]).toEqual(expected);
  },
);
