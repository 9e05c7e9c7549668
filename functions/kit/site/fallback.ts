import { ACCEPT_PATCH } from '../http/body';
import { type ApiEvent, originOf } from '../http/event';
import { buildResponse, redirectSlash } from '../http/response';
import { respond } from '../lambda/respond';
import { didYouMean } from '../model/did-you-mean';
import { pluralIn, versionIn } from '../model/relation';
import { notFound, Problem } from '../rules/problem';
import { pathAt } from './paths';
import { gone, paths } from './paths.built';

/** Paths of the collections, the newest version of each first. */
const collections = Object.keys(paths)
  .filter((path) => `${path}/{id}` in paths)
  .sort((one, other) => versionIn(other) - versionIn(one));

/** Other paths without a parameter, such as `/webhooks/payments`. */
const others = Object.keys(paths).filter((path) => path !== '/' && !path.includes('{') && !collections.includes(path));

/** Maximum number of segments that are compared with the collections. An address of 9.8 kB has 1,400 words. */
const MAX_SEGMENTS = 8;

/** Names the route that was probably meant: `/orders` for `/api/v1/orders` and `/order`. */
const suggest = (address: string) => {
  for (const segment of address.split('/').slice(-MAX_SEGMENTS).reverse()) {
    const word = didYouMean(segment, collections.map(pluralIn));
    const path = word && collections.find((candidate) => candidate.endsWith(`/${word}`));
    if (path) return `There is no such route; ${word} live at ${path}.`;
  }
  const meant = didYouMean(address, others);
  if (meant) return `There is no such route; did you mean ${meant}?`;
  return `There is no such route; there are ${Object.keys(paths).join(', ')}.`;
};

/** Returns the 410 for a path of a version that has gone. */
const goneProblem = (event: ApiEvent) => {
  const [, successor] = Object.entries(gone).find(([path]) => `${event.rawPath}/`.startsWith(`${path}/`)) ?? [];
  if (!successor) return undefined;
  const link = `<${originOf(event)}${successor}>; rel="successor-version"`;
  return new Problem(410, 'gone', `This version is no longer served; use ${successor}.`, { headers: { link } });
};

/** Handles requests that match no other route: a preflight, another method, a trailing slash, OPTIONS, an unknown path. */
export const handler = respond(async (event) => {
  const { rawPath, headers, requestContext } = event;
  const { method } = requestContext.http;
  // Answers a preflight on any path, because a browser shows a 404 or 308 as an error of CORS. The gateway adds its headers.
  if (method === 'OPTIONS' && headers.origin && headers['access-control-request-method']) return buildResponse(204, {});
  const path = pathAt(Object.keys(paths), rawPath);
  if (!path) throw goneProblem(event) ?? notFound(suggest(rawPath));
  const allow = (paths[path] ?? []).join(', ');
  if (method === 'OPTIONS')
    return buildResponse(204, { allow, ...(path.endsWith('{id}') && { 'accept-patch': ACCEPT_PATCH }) });
  const redirect = redirectSlash(event);
  if (redirect) return redirect;
  throw new Problem(405, 'method-not-allowed', `${method} is not allowed on ${path}; allowed: ${allow}.`, {
    headers: { allow },
  });
});
