import { verbOf } from '../../functions/kit/http/route';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import { handlerSourceOf } from '../../lib/build/handlers';
import { routesOf } from '../../lib/verify/rows/resources';
import { declared, describeRows, type describeShapes, shapes } from './declared';
import { readText } from './sources';

/** Matches the handler of a verb that does nothing else. */
const KIT_HANDLER =
  /^handle\w+\((routes\.)?\w+, (async )?\(request\) =>\s+(withParents\(\w+, request, await )?\w+\(\w+, request\)+,?\s*\);$/m;

/** Tells whether the handlers of the six routes are as `npm run resource` writes them. */
export const hasKitHandlers = (resource: Resource) =>
  routesOf(resource).every(([name, route]) => {
    const { file, exported } = handlerSourceOf(name, route);
    const [, code = ''] = readText(file).split(`\nexport const ${exported} = `);
    return !verbOf(route) || KIT_HANDLER.test(code);
  });

/** Describes what every handler must keep, for a resource of each shape and for each that has a handler of its own. */
export const describeHandlers: typeof describeShapes = (title, tests) =>
  describeRows(
    declared.filter((one) => shapes.includes(one) || !hasKitHandlers(one.resource)),
    title,
    tests,
  );
