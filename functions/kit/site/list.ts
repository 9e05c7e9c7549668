import { readerOf } from '../http/query';
import { readRequest } from '../http/request';
import { buildResponse } from '../http/response';
import { toReadResponse } from '../http/result';
import { loadRoute, pathOf } from '../http/route';
import { respond } from '../lambda/respond';
import { deprecated, paths } from './paths.built';
import { getDescription, getReference, listRoutes } from './routes';

const links = [
  `<${pathOf(getDescription)}>; rel="service-desc"; type="application/json"`,
  `<${pathOf(getReference)}>; rel="service-doc"; type="text/html"`,
].join(', ');

const more = Object.keys(deprecated).length > 0 && { deprecated };

/** Recognizes a browser by HTML as the first type in `Accept`. */
const isBrowser = (accepted = '') => /^\s*text\/html\s*(,|$|;(?!\s*q=0(\.0*)?\s*(,|$)))/i.test(accepted);

const route = loadRoute(listRoutes, readerOf(listRoutes));

export const handler = respond(async (event) => {
  const { precondition } = readRequest(route, event);
  if (isBrowser(event.headers.accept))
    return buildResponse(302, { location: pathOf(getReference), vary: 'accept', 'cache-control': 'no-cache' });
  return toReadResponse({ event, precondition }, { body: { routes: paths, ...more } }, { link: links, vary: 'accept' });
});
