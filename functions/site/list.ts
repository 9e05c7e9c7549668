import { answer } from '../http/answer';
import { readRequest } from '../http/request';
import { reply } from '../http/response';
import { pathOf } from '../http/row';
import { respond } from '../lambda/respond';
import { getDescription, getReference, listRoutes } from '../routes';
import { paths } from './paths';

const links = [
  `<${pathOf(getDescription)}>; rel="service-desc"; type="application/json"`,
  `<${pathOf(getReference)}>; rel="service-doc"; type="text/html"`,
].join(', ');

/** A browser names HTML first of all that it takes. */
const isBrowser = (accepted = '') => /^\s*text\/html\s*(,|$|;(?!\s*q=0(\.0*)?\s*(,|$)))/i.test(accepted);

export const handler = respond(async (event) => {
  const { precondition } = readRequest(listRoutes, event);
  if (isBrowser(event.headers.accept))
    return reply(302, { location: pathOf(getReference), vary: 'accept', 'cache-control': 'no-cache' });
  const answered = answer({ row: listRoutes, event, precondition }, { body: { routes: paths } });
  return { ...answered, headers: { ...answered.headers, link: links, vary: 'accept' } };
});
