import { folderOf, type Route, verbs } from '../../../functions/kit/http/route';
import * as routes from '../../../functions/routes';
import { parseGroups } from '../../../lib/verify/groups';
import { isOwnRoute, unplayedOf } from '../../../lib/verify/played';
import { aResource, describeFor, routeOf } from '../../support/declared';

describeFor(aResource, 'a route beside the six', ({ path, resource }) => {
  const shipment = { routeKey: `POST ${path}/{id}/shipment`, entry: 'functions/any/ship.ts' } as const;
  const ship = { name: 'ship', route: shipment satisfies Route };
  const sentence = `POST ${path}/{id}/shipment is not played: add rows to functions/${folderOf(path)}/docs.ts`;
  const sentencesFor = (...rows: string[]) =>
    unplayedOf([ship], parseGroups(['# One', ...rows].join('\n'))).map((each) => each.sentence);

  test.each([
    ['a new resource', [`a = POST ${path} | {"text":"a"} | 201`, '  POST {a}/shipment | 409 is-draft']],
    ['a resource in a list', [`a = GET ${path}?limit=1 | 200`, 'POST {a}/shipment | 200']],
    ['a resource that was read', [`a = POST ${path} | 201`, 'b = GET {a} | 200', 'c = POST {b}/shipment | 200']],
    ['an id', [`POST ${path}/{nobody}/shipment?fast=yes | {"count":{b.count}} | 404`]],
  ])('is played by a row that names %s', (_, rows) => {
    expect(sentencesFor(...rows)).toEqual([]);
  });

  test.each([
    ['there is none', []],
    ['they have another method', [`a = POST ${path} | 201`, 'GET {a}/shipment | 200']],
    ['they have another path', [`a = POST ${path} | 201`, 'POST {a}/shipments | 200', 'POST {a}/shipment/1 | 200']],
    ['the name is that of another promise', [`a = POST ${path} | 201`, '# Two', 'POST {a}/shipment | 200']],
  ])('is named with what to do when no row plays it, because %s', (_, rows) => {
    expect(sentencesFor(...rows)).toEqual([sentence]);
  });

  test('is one with a handler of its own, also without a resource', () => {
    const alone = { routeKey: 'POST /payments', entry: 'functions/any/receive.ts' } as const;
    expect([shipment, alone].map(isOwnRoute)).toEqual([true, true]);
    const [found] = unplayedOf([{ name: 'receive', route: alone }], []);
    expect(found?.sentence).toBe('POST /payments is not played: add rows to the docs.ts of a resource');
  });

  test.each(verbs)('is not the one for %s, whatever file it names, as is none of the service itself', (verb) => {
    const [, route] = routeOf(resource, verb);
    expect([route, { ...route, entry: 'functions/any/other.ts' } as const].map(isOwnRoute)).toEqual([false, false]);
    const kits = Object.values<Route>(routes).filter(({ entry }) => entry?.startsWith('functions/kit/'));
    expect(kits.filter(isOwnRoute)).toEqual([]);
  });
});
