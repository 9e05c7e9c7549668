import { nounOf } from '../../functions/kit/entity';
import { folderOf, type Route, verbOf } from '../../functions/kit/http/route';
import { indexed } from '../../functions/kit/model/field';
import { attributeOf } from '../../functions/kit/model/models';
import { pluralIn } from '../../functions/kit/model/relation';
import {
  allStoredFields,
  firstVersions,
  groupOf,
  parentsOf,
  relationsOf,
  resourceOf,
  versionsOf,
} from '../../functions/kit/resources';
import { READ_ONLY } from '../../functions/kit/rules/conditions';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import { indexOf, OWNED } from '../../functions/kit/table/keys';
import { resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { resourceErrors } from '../../lib/check/stores';
import { indexErrors, indexesOf } from '../../lib/models/indexes';
import { describeEach, routeOf } from '../support/declared';

/*
 * Checks that the resources and routes fit together. The compiler cannot see these rules.
 */

const allRoutes = Object.entries<Route>(routes);

/** Names of the indexes whose items are of one resource. Others have the collection in their key. */
const ownIndexes = firstVersions.flatMap((resource) =>
  indexesOf(versionsOf(resource)).flatMap(({ name, attribute }) => (['pk', OWNED].includes(attribute) ? [] : name)),
);

test.each([
  ['route key (routes.ts)', allRoutes.map(([, { routeKey }]) => routeKey)],
  ['last word of the path (routes.ts)', firstVersions.map(({ path }) => pluralIn(path))],
  ['index (relations in model.ts)', ownIndexes],
])('no two have the same %s', (_, values) => {
  expect(values.filter((value, index) => values.indexOf(value as never) !== index)).toEqual([]);
});

test.each(allRoutes)('route %s has an entry, and stands in resources.ts if it uses the table', (name, route) => {
  expect(route.entry ?? verbOf(route)).toBeDefined();
  if (route.actions || route.indexes) expect(resourceOf(route) ?? groupOf(name)).toBeDefined();
});

describeEach('%s', (_, resource) => {
  const { path } = resource;

  test('have the same fields in the POST and in the GET of routes.ts', () => {
    const shown = Object.keys(routeOf(resource, 'get')[1].response ?? {}).filter((name) => !READ_ONLY.includes(name));
    expect(Object.keys(routeOf(resource, 'create')[1].body ?? {}).sort()).toEqual(shown.sort());
  });

  test('have an entity in store.ts and an `input` in docs.ts that know the same fields', () => {
    expect(resourceErrors(routes, [resource])).toEqual([]);
    const create = { routeKey: `POST ${path}`, body: { missing: {} } } as const;
    expect(resourceErrors({ create }, [{ ...resource, fields: [] }])).toEqual([
      ...allStoredFields(resource).map(({ name }) => expect.stringContaining(`does not know "${name}": add it`)),
      expect.stringContaining(`functions/${folderOf(path)}/docs.ts lacks "missing" in \`input\``),
    ]);
    expect(resourceErrors({}, [{ ...resource, collection: 'NONE' }])).toEqual([
      `functions/plan.ts does not list NONE, the collection of ${folderOf(path)}: add NONE: [].`,
    ]);
  });

  test('have no route that queries an index which the table lacks', () => {
    const query = { missing: indexed({ maxLength: 9 }) };
    const index = indexOf(attributeOf(resource.collection, 'missing', query.missing));
    const has = `GET ${path} queries the index`;
    expect(indexErrors({ list: { routeKey: `GET ${path}`, query, indexes: ['byNone'] } }, ['byOne', 'byTwo'])).toEqual([
      `${has} "byNone", and the table has byOne, byTwo: name one of these in \`indexes\`.`,
      `${has} "${index}", and the table has byOne, byTwo: add the field of this filter to the model of the resource.`,
    ]);
  });

  const relations = relationsOf(resource);
  if (relations.length === 0) return;

  test.each(relations)(
    'come after their $parent in functions/resources.ts, whose DELETE in routes.ts takes `force`',
    (relation) => {
      const parent = parentsOf(resource).find((each) => nounOf(each) === relation.parent);
      expect(resources.slice(0, resources.indexOf(resource)).map(nounOf)).toContain(relation.parent);
      const checkAncestor = (ancestor: Resource) => {
        const [, deletion] = routeOf(ancestor, 'remove');
        expect(deletion.query).toHaveProperty('force');
        expect(deletion.actions).toContain('UpdateItem');
        parentsOf(ancestor).forEach(checkAncestor);
      };
      if (parent) checkAncestor(parent);
    },
  );
});
