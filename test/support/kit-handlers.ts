import { entryOf, verbOf } from '../../functions/kit/http/route';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import { routesOf } from '../../lib/verify/rows/resources';
import { declared, describeRows, type describeShapes, shapes } from './declared';
import { readText } from './sources';

/** Matches the handler of a verb that does nothing else. */
const KIT_HANDLER =
  /^export const handler = handle\w+\(\w+, (async )?\(request\) =>\s+(withParents\(\w+, request, await )?\w+\(\w+, request\)+,?\s*\);$/m;

/** Tells whether the handlers of the six routes are as `npm run resource` writes them. */
export const hasKitHandlers = (resource: Resource) =>
  routesOf(resource).every(([, route]) => !verbOf(route) || KIT_HANDLER.test(readText(entryOf(route))));

/** Describes what every handler must keep, for a resource of each shape and for each that has a handler of its own. */
export const describeHandlers: typeof describeShapes = (title, tests) =>
  describeRows(
    declared.filter((one) => shapes.includes(one) || !hasKitHandlers(one.resource)),
    title,
    tests,
  );
