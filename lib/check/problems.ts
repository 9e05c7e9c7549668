import { collectionPathOf, folderOf, type Route, verbOf } from '../../functions/kit/http/route';
import type { Resource, RouteGroup } from '../../functions/kit/site/openapi/resource';
import type { RouteTable } from '../build/entries';

type DocsFile = Pick<Resource, 'problems'> & Readonly<Record<'folder' | 'label', string>>;

/** Returns a sentence for each route that a problem names and its docs.ts does not describe. */
const errorsOf = ({ folder, label, problems = {} }: DocsFile, names: readonly string[]) =>
  Object.entries(problems).flatMap(([code, { on }]) =>
    on
      .filter((name) => !names.includes(name))
      .map(
        (name) =>
          `functions/${folder}/docs.ts: \`problems\` has "${code}" on "${name}", which ${label} does not have; allowed: ${names.join(', ')}.`,
      ),
  );

type Descriptions = { readonly resources: readonly Resource[]; readonly groups: readonly RouteGroup[] };

/** Returns a sentence for each problem of a docs.ts that names no route, so that no description has it. */
export const problemErrors = (routes: RouteTable, { resources, groups }: Descriptions) => [
  ...resources.flatMap(({ path, collection, problems }) => {
    // A version describes the problems of the other versions, too.
    const isVersion = (address: string) =>
      resources.some((other) => other.collection === collection && other.path === address);
    const own = Object.values<Route>(routes).filter((route) => isVersion(collectionPathOf(route)));
    const names = [...new Set<string>(own.map((route) => verbOf(route) ?? route.routeKey))];
    return errorsOf({ folder: folderOf(path), label: path, problems }, names);
  }),
  ...groups.flatMap(({ name, others, problems }) =>
    errorsOf(
      { folder: name, label: name, problems },
      Object.keys(others).flatMap((each) => routes[each]?.routeKey ?? []),
    ),
  ),
];
