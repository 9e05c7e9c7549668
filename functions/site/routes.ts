import type { Route } from '../http/route';

const access = 'public';

export const listRoutes = { routeKey: 'GET /', entry: 'functions/site/list.ts', access } as const satisfies Route;

export const getReference = { routeKey: 'GET /docs', entry: 'functions/site/docs.ts', access } as const satisfies Route;

export const getDescription = {
  routeKey: 'GET /openapi.json',
  entry: 'functions/site/openapi.ts',
  access,
} as const satisfies Route;

export const fallback = { routeKey: '$default', entry: 'functions/site/fallback.ts', access } as const satisfies Route;
