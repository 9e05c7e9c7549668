import { ACCEPT_PATCH } from '../http/body';
import type { ApiEvent } from '../http/event';
import { notFound, Problem } from '../http/problem';
import { buildResponse } from '../http/response';
import { respond } from '../lambda/respond';
import { didYouMean } from '../model/did-you-mean';
import { pluralIn } from '../model/relation';
import { matchesPath, withoutSlash } from './paths';
import { paths } from './paths.built';

const collections = Object.keys(paths).filter((path) => `${path}/{id}` in paths);

/** Names the route that was probably meant: `/orders` for `/api/v1/orders` and `/order`. */
const suggest = (address: string) => {
  for (const segment of new Set(address.split('/').reverse())) {
    const word = didYouMean(segment, collections.map(pluralIn));
    const path = word && collections.find((candidate) => candidate.endsWith(`/${word}`));
    if (path) return `There is no such route; ${word} live at ${path}.`;
  }
  return `There is no such route; there are ${Object.keys(paths).join(', ')}.`;
};

/** Handles requests that match no other route: another method, a trailing slash, OPTIONS, an unknown path. */
export const handler = respond(async ({ rawPath, rawQueryString, requestContext }: ApiEvent) => {
  const found = Object.entries(paths).find(([path]) => matchesPath(path, rawPath));
  if (!found) throw notFound(suggest(rawPath));
  const [path, methods] = found;
  const allow = methods.join(', ');
  const { method } = requestContext.http;
  if (method === 'OPTIONS')
    return buildResponse(204, { allow, ...(path.endsWith('{id}') && { 'accept-patch': ACCEPT_PATCH }) });
  if (rawPath.length > 1 && rawPath.endsWith('/')) {
    const address = encodeURIComponent(withoutSlash(rawPath).toWellFormed()).replaceAll('%2F', '/') || '/';
    const location = address + (rawQueryString && `?${rawQueryString}`);
    return buildResponse(308, { location, 'cache-control': 'no-store' });
  }
  throw new Problem(405, 'method-not-allowed', `${method} is not allowed on ${path}; allowed: ${allow}.`, {
    headers: { allow },
  });
});
