import { variables } from '../environment';
import type { ApiEvent } from '../http/event';
import { adminScopeOf, methodOf, pathOf, type Route } from '../http/route';
import { exampleOf, someId } from '../model/check';
import type { Fields } from '../model/field';

/** Makes a valid body. Leaves optional ids out, because each would cost a write to another item. */
const bodyOf = (fields: Fields) => {
  const sent = Object.entries(fields).filter(
    ([, field]) => !field.isServerSet && !(field.isOptional && exampleOf(field) === someId),
  );
  return JSON.stringify(Object.fromEntries(sent.map(([name, field]) => [name, exampleOf(field)])));
};

/** Makes a valid event for the route: an id of no resource, and an admin, who passes the check of the owner. */
const eventOf = (route: Route): ApiEvent => {
  const { OWNER_CLAIM = 'sub', SCOPE_PREFIX } = variables();
  const jwt = { claims: { [OWNER_CLAIM]: someId, scope: adminScopeOf(route, SCOPE_PREFIX) } };
  return {
    routeKey: route.routeKey,
    rawPath: pathOf(route),
    rawQueryString: '',
    headers: { 'accept-encoding': 'gzip' },
    pathParameters: { id: someId },
    requestContext: {
      domainName: 'localhost',
      requestId: someId,
      http: { method: methodOf(route) },
      authorizer: { jwt },
    },
    body: route.body && bodyOf(route.body),
    isBase64Encoded: false,
  };
};

export type Warmable = { readonly warmUp: (event: ApiEvent) => Promise<unknown> };

/** Runs the handler once during the start, so that the first request finds its code compiled. Ignores every error. */
export const warmUp = async (route: Route, handler: Warmable): Promise<void> => {
  await handler.warmUp(eventOf(route)).catch(() => {});
};
