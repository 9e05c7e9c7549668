import { folderOf, isOfSite, methodOf, pathOf, type Route, verbOf } from '../../functions/kit/http/route';
import { groupOf, resourceOf } from '../../functions/kit/resources';
import { operations } from '../../functions/kit/site/openapi/operations';
import { matchesPath } from '../../functions/kit/site/paths';
import { resources } from '../../functions/resources';
import { groups, type RowGroup, readLine } from './groups';
import { fill } from './values';

/*
 * Routes beside the six of a resource. No declaration says which requests succeed there, so only the rows of a docs.ts play them.
 */

/** Tells whether a route is neither one of the six of a resource, nor one of the service itself. */
export const isOwnRoute = (route: Route) => !(verbOf(route) && resourceOf(route)) && !isOfSite(route);

/** Returns the methods and the addresses of the requests of a group. A name in braces becomes the path that it stands for. */
const requestsOf = ({ rows }: RowGroup) => {
  const paths: Record<string, string> = {};
  return rows.map((row) => {
    const { name, line } = readLine(fill(row, paths));
    const [method, address = ''] = line.split(/[ ?]/);
    const isCollection = resources.some(({ path }) => path === address);
    if (name) paths[name] = isCollection ? `${address}/{id}` : address;
    return { method, address };
  });
};

type NamedRoute = { readonly name: string; readonly route: Route };

/** Returns the routes of one's own that no row plays, each with a sentence about how to play it. */
export const unplayedOf = <T extends NamedRoute>(all: readonly T[], played: readonly RowGroup[]) => {
  const requests = played.flatMap(requestsOf);
  const isPlayed = (route: Route) =>
    requests.some(({ method, address }) => method === methodOf(route) && matchesPath(pathOf(route), address));
  return all
    .filter(({ route }) => isOwnRoute(route) && !isPlayed(route))
    .map((each) => {
      const { path } = resourceOf(each.route) ?? {};
      const folder = path ? folderOf(path) : groupOf(each.name)?.name;
      const file = folder ? `functions/${folder}/docs.ts` : 'the docs.ts of a resource';
      return { ...each, sentence: `${each.route.routeKey} is not played: add rows to ${file}` };
    });
};

export const unplayed = unplayedOf(operations, groups);
