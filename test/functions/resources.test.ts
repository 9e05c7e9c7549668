import { READ_ONLY } from '../../functions/http/fields';
import { nounOf } from '../../functions/http/resource';
import { collectionPathOf, entryOf, type Route, verbOf } from '../../functions/http/route';
import { pluralIn } from '../../functions/model/relation';
import { childrenOf, parentOf, resourceOf, resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { indexOf } from '../../functions/table/shards';
import { RESERVED } from '../../lib/scaffold/noun';
import { resourceRows } from '../support/every-resource';

/*
 * Checks that the resources and routes fit together. The compiler cannot see these rules.
 */

const allRoutes = Object.entries<Route>(routes);
const routeAt = (path: string, verb: string) =>
  allRoutes.map(([, route]) => route).find((route) => collectionPathOf(route) === path && verbOf(route) === verb);

test.each([
  ['route key', allRoutes.map(([, { routeKey }]) => routeKey)],
  ['last word of the path', resources.map(({ path }) => pluralIn(path))],
  ['collection', resources.map(({ collection }) => collection)],
  [
    'attribute with the id of a parent, which has an index',
    resources.flatMap(({ relation }) => relation?.attribute ?? []),
  ],
])('no two have the same %s', (_, values) => {
  expect(values.filter((value, index) => values.indexOf(value as never) !== index)).toEqual([]);
});

test.each(allRoutes)('the route %s has an entry, and a resource if it uses the table', (_, route) => {
  expect(entryOf(route)).not.toMatch(/undefined/);
  if (route.actions || route.indexes) expect(resourceOf(route)).toBeDefined();
});

describe.each(resourceRows)('%s', (_, resource) => {
  const { path, relation } = resource;

  test('have no field that the table uses for something else', () => {
    const ofOthers = resources.flatMap(({ relation: other }) =>
      other ? [other.attribute, `${other.child}Count`] : [],
    );
    const own = Object.keys(routeAt(path, 'create')?.body ?? {}).filter((name) => name !== relation?.attribute);
    expect(own.filter((name) => [...RESERVED, ...ofOthers].includes(name))).toEqual([]);
  });

  test('have the same fields in a POST and in a GET', () => {
    const shown = Object.keys(routeAt(path, 'get')?.response ?? {}).filter((name) => !READ_ONLY.includes(name));
    expect(Object.keys(routeAt(path, 'create')?.body ?? {}).sort()).toEqual(shown.sort());
  });

  if (!relation) return;

  test('have the relation of their children', () => {
    expect(new Set(relation.children)).toEqual(new Set(childrenOf(resource)));
  });

  test('come after their parent, whose DELETE takes `force` and may query the children', () => {
    const parent = parentOf(resource);
    expect(relation).toMatchObject({ child: nounOf(resource), path });
    expect(resources.slice(0, resources.indexOf(resource))).toContain(parent);
    const deletion = routeAt(parent?.path ?? '', 'remove');
    expect(deletion?.query).toHaveProperty('force');
    expect(deletion?.indexes).toContain(indexOf(relation.attribute));
  });
});
