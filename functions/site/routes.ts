import type { Row } from '../http/row';

export const listRoutes = {
  routeKey: 'GET /',
  source: 'functions/site/list.ts',
} as const satisfies Row;

export const getDescription = {
  routeKey: 'GET /openapi.json',
  source: 'functions/site/openapi.ts',
} as const satisfies Row;

export const getReference = {
  routeKey: 'GET /docs',
  source: 'functions/site/docs.ts',
} as const satisfies Row;

export const fallback = {
  routeKey: '$default',
  source: 'functions/site/fallback.ts',
} as const satisfies Row;
