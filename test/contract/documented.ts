import { hasId, methodOf, pathOf, type Route } from '../../functions/kit/http/route';
import { describeService } from '../../functions/kit/site/openapi/document';
import { operations } from '../../functions/kit/site/openapi/operations';
import { isOwnRoute } from '../../lib/verify/played';

type Documented = { readonly content?: Readonly<Record<string, { readonly examples: object }>> };
const paths: Record<string, Record<string, { readonly responses?: Record<string, Documented> }>> = describeService()
  .paths;

const tooLarge = `{${' '.repeat(256 * 1024)}}`;

/** Ends of request lines, by the code of the response. The kit refuses these requests before the handler runs. */
const faults: Readonly<Record<string, string>> = {
  'invalid-query': '?-=2',
  'invalid-header': ' | if-match: abc',
  'invalid-json': ' | {"name": 1,}',
  'invalid-body': ' | {"-":1}',
  'body-too-large': ` | ${tooLarge}`,
  'unsupported-media-type': ' | content-type: application/xml | <item/>',
};
/** Ends of the lines of a list. */
const conditions: typeof faults = { stale: ' | if-match: "old"', '304': ' | if-none-match: *' };
/** Ends of the lines of a route beside the six, with an id of another form. */
const unknownId: typeof faults = { 'not-found': '' };

const faultsOf = (route: Route) => ({
  ...faults,
  ...(isOwnRoute(route) ? hasId(route) && unknownId : !hasId(route) && conditions),
});

/** Tells whether only a failing DynamoDB or a race causes the code (document.test.ts). */
const isCausedByTable = (code: string) => /^(internal|unavailable|[\w-]+-closing)$/.test(code);

/**
 * Every response of the service in the document. A response of success has no code. `fault` is the end of a line that causes the
 * response, and undefined for a response that only the rows of lib/verify cause. `isDemanded` tells whether the response has to
 * happen in the tests: rules of the business need not be tested, so neither routes beside the six, nor codes of one's own.
 */
export const documented = operations.flatMap(({ name, route, resource }) =>
  Object.entries(paths[pathOf(route)]?.[methodOf(route).toLowerCase()]?.responses ?? {}).flatMap(
    ([status, { content }]) => {
      const examples = Number(status) < 400 ? { '': {} } : (content?.['application/problem+json']?.examples ?? {});
      return Object.keys(examples).map((code) => {
        const fault = faultsOf(route)[code || status];
        const isOfRule = isOwnRoute(route) || Object.hasOwn(resource?.problems ?? {}, code);
        const isDemanded = isOfRule ? fault !== undefined : !isCausedByTable(code);
        return { name, route, status, code, fault, isDemanded };
      });
    },
  ),
);
