import type { Route } from '../http/route';

const access = 'public';

export const listRoutes = { routeKey: 'GET /', entry: 'functions/kit/site/list.ts', access } as const satisfies Route;

export const getReference = {
  routeKey: 'GET /docs',
  entry: 'functions/kit/site/docs.ts',
  access,
} as const satisfies Route;

export const getDescription = {
  routeKey: 'GET /openapi.json',
  entry: 'functions/kit/site/openapi.ts',
  access,
} as const satisfies Route;

export const fallback = {
  routeKey: '$default',
  entry: 'functions/kit/site/fallback.ts',
  access,
} as const satisfies Route;
