import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { listErrors } from '../../../lib/check/lists';

const resourceAt = (path: string, collection: string) => ({ path, collection }) as Resource;
const notes = resourceAt('/api/v1/notes', 'NOTE');
const table = {
  listNotes: { routeKey: 'GET /api/v1/notes' },
  getNote: { routeKey: 'GET /api/v1/notes/{id}' },
  getHealth: { routeKey: 'GET /health', entry: 'functions/health.ts' },
} as const;

test('the lists of the project fit together', () => {
  expect(listErrors(routes, resources)).toEqual([]);
  expect(listErrors(table, [notes])).toEqual([]);
});

test.each([
  [
    'a second resource of a path',
    [notes, resourceAt('/api/v1/notes', 'TAG')],
    /^functions\/resources\.ts has two resources of the path \/api\/v1\/notes, NOTE and TAG: /,
  ],
  [
    'a second resource of a version of a collection',
    [notes, resourceAt('/notes', 'NOTE')],
    /^functions\/resources\.ts has two resources of the collection NOTE, with the paths \/api\/v1\/notes and \/notes: /,
  ],
  ['a resource without routes', [notes, resourceAt('/tags', 'TAG')], /^functions\/routes\.ts has no route of \/tags: /],
  ['routes without a resource', [], /^The routes of \/api\/v1\/notes have no resource: add it to /],
])('npm run check names %s', (_, listed, sentence) => {
  expect(listErrors(table, listed)[0]).toMatch(sentence);
});

test('versions of a resource share their collection', () => {
  const next = { listNotesV2: { routeKey: 'GET /api/v2/notes' } } as const;
  expect(listErrors({ ...table, ...next }, [notes, resourceAt('/api/v2/notes', 'NOTE')])).toEqual([]);
});

test.each([
  [
    'GET /coupons/{id}',
    'DELETE /coupons/{code}',
    'The paths /coupons/{id} and /coupons/{code} are one for API Gateway, ',
  ],
  ['GET /a/{id}/c', 'GET /a/{x}/c', 'The paths /a/{id}/c and /a/{x}/c are one for API Gateway, '],
  ['GET /', 'GET /files/{path+}', 'The route key "GET /files/{path+}" has no possible path: '],
  ['GET /', 'GET /files/{name}.png', 'The route key "GET /files/{name}.png" has no possible path: '],
  ['GET /', 'GET /files/', 'The route key "GET /files/" has no possible path: '],
  ['GET /files', 'GET /files', 'Two routes have the key "GET /files", and API Gateway takes one: '],
  ['GET /', 'GET /files /all', 'The route key "GET /files /all" has no possible path: '],
] as const)('npm run check names what API Gateway refuses: %s beside %s', (one, other, sentence) => {
  const both = { one, other };
  const added = Object.entries(both).map(([name, routeKey]) => [name, { routeKey, entry: 'functions/any.ts' }]);
  expect(listErrors({ ...table, ...Object.fromEntries(added) }, [notes])).toEqual([expect.stringContaining(sentence)]);
});

test('paths that differ in a word or in their length are two', () => {
  const keys = [
    'GET /coupons/{code}',
    'PUT /coupons/{code}',
    'GET /coupons/best',
    'GET /coupons/{code}/x',
    '$default',
  ] as const;
  const added = Object.fromEntries(
    keys.map((routeKey) => [routeKey, { routeKey, entry: 'functions/any.ts' } as const]),
  );
  expect(listErrors({ ...table, ...added }, [notes])).toEqual([]);
});
