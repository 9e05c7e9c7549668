import type { Route } from '../http/route';

export const listRoutes = {
  routeKey: 'GET /',
  entry: 'functions/site/list.ts',
  access: 'public',
} as const satisfies Route;

export const getDescription = {
  routeKey: 'GET /openapi.json',
  entry: 'functions/site/openapi.ts',
  access: 'public',
} as const satisfies Route;

export const getReference = {
  routeKey: 'GET /docs',
  entry: 'functions/site/docs.ts',
  access: 'public',
} as const satisfies Route;

export const fallback = {
  routeKey: '$default',
  entry: 'functions/site/fallback.ts',
  access: 'public',
} as const satisfies Route;
