import type { Route } from '../../../functions/kit/http/route';
import { isGuarded, unauthorizedGroup } from '../../../lib/verify/stage';
import { aResource, describeFor, routeOf } from '../../support/declared';

const entry = 'functions/any/file.ts';
const table = {
  getZombie: { routeKey: 'GET /zombies/{name}', entry },
  getBest: { routeKey: 'GET /zombies/best', entry, access: 'public' },
  feedZombie: { routeKey: 'POST /zombies/{name}', entry },
  getHead: { routeKey: 'GET /zombies/{id}/heads/{name}', entry },
} as const satisfies Readonly<Record<string, Route>>;
const guarded = Object.values<Route>(table).flatMap(({ routeKey, access }) => (access ? [] : [routeKey]));

test.each([
  ['GET /zombies/x1', true],
  ['HEAD /zombies/x1?limit=1', true],
  ['POST /zombies/x1', true],
  ['GET /zombies/{nobody}/heads/x1', true],
  ['GET /zombies/best', false],
  ['POST /zombies/best', true],
  ['DELETE /zombies/x1', false],
  ['GET /zombies', false],
])('the request %s reaches a guarded route: %s', (line, expected) => {
  expect(isGuarded(line, guarded, table)).toBe(expected);
});

test('without a valid token, verify asks no writes of their own, and gives each parameter a value', () => {
  expect(unauthorizedGroup(guarded, table).rows.map((row) => row.split(' | ').slice(0, 3))).toEqual([
    ['GET /zombies/x1', 'authorization: ', '401'],
    ['GET /zombies/x1', 'authorization: Bearer none', '401'],
    ['GET /zombies/{nobody}/heads/x1', 'authorization: ', '401'],
    ['GET /zombies/{nobody}/heads/x1', 'authorization: Bearer none', '401'],
  ]);
});

describeFor(aResource, 'without a valid token, verify', ({ resource, path }) => {
  test('asks the writes of a resource', () => {
    const [[create, post], [remove, deletion]] = [routeOf(resource, 'create'), routeOf(resource, 'remove')];
    const all = { [create]: post, [remove]: deletion };
    const { rows } = unauthorizedGroup([post.routeKey, deletion.routeKey], all);
    const lines = [`POST ${path}`, `DELETE ${path}/{nobody}`].flatMap((line) => [line, line]);
    expect(rows.map((row) => row.split(' | ')[0])).toEqual(lines);
  });
});
