import { readerOf } from '../../../../functions/kit/http/query';
import { readRequest } from '../../../../functions/kit/http/request';
import { loadRoute, type Route, scopesOf, verbOf } from '../../../../functions/kit/http/route';
import { notFound } from '../../../../functions/kit/rules/problem';
import { problemsOf } from '../../../../functions/kit/site/openapi/problems';
import { eventOf } from '../../../support/unit/event';

test.each([
  ['GET /secrets', 'secrets:read'],
  ['DELETE /api/v1/secrets/{id}', 'secrets:write'],
  ['GET /notes/{id}/secrets', 'notes:read'],
] as const)('the scope of a route is that of its path: %s needs %s', (routeKey, scope) => {
  expect(scopesOf({ routeKey }, {})).toEqual([scope]);
});

describe('a route whose path goes on after the id', () => {
  const text = {
    routeKey: 'GET /notes/{id}/text',
    entry: 'functions/notes/text.ts',
    actions: ['GetItem'],
  } as const satisfies Route;
  const loaded = loadRoute(text, readerOf(text));
  const read = (id: string) => readRequest(loaded, { ...eventOf('GET /notes'), pathParameters: { id } });

  test('has no verb', () => {
    expect(verbOf(text)).toBeUndefined();
  });

  test('gives its handler the id', () => {
    const id = '01a1f3ad-8e00-7000-8000-000000000001';
    const request: { readonly id: string } = read(id);
    expect(request.id).toBe(id);
  });

  test('answers 404 to an id of another form, and says so in its description', () => {
    expect(() => read('1')).toThrow(notFound());
    expect(problemsOf(text, false).map(([code]) => code)).toContain('not-found');
  });
});
