import type { Route } from '../http/route';

const siteRoute = <const Key extends Route['routeKey']>(routeKey: Key, file: string) =>
  ({ routeKey, entry: `functions/kit/site/${file}.ts`, access: 'public' }) as const satisfies Route;

export const listRoutes = /* @__PURE__ */ siteRoute('GET /', 'list');
export const getReference = /* @__PURE__ */ siteRoute('GET /docs', 'docs');
export const getDescription = /* @__PURE__ */ siteRoute('GET /openapi.json', 'openapi');
export const fallback = /* @__PURE__ */ siteRoute('$default', 'fallback');
