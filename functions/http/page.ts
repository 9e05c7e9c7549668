import * as v from 'valibot';
import type { Event } from './event';
import { Id } from './id';

const MOST = 100;

const page = {
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d*$/, `must be a whole number from 1 to ${MOST}`),
      v.transform((digits) => Math.min(Number(digits), MOST)),
    ),
    '50',
  ),
  after: v.optional(Id),
  order: v.optional(v.picklist(['desc', 'asc'], 'must be desc or asc'), 'desc'),
};

export type Page = { readonly limit: number; readonly after?: string; readonly order: 'desc' | 'asc' };

/** The parameters of a list: those that every list has, and its own. */
export const pageQuery = <const Own extends v.ObjectEntries>(own: Own) => v.object({ ...page, ...own });

/** Scheme and host as the client asked. */
export const originOf = ({ headers, requestContext }: Event) =>
  `${headers['x-forwarded-proto'] === 'http' ? 'http' : 'https'}://${headers.host ?? requestContext.domainName}`;

/** `Link` of a list (RFC 8288): the same question, continued behind `next` or asked from the start. */
export const linksOf = (event: Event, path: string, next: string | undefined) => {
  const link = (rel: string, after?: string) => {
    const query = new URLSearchParams(event.rawQueryString);
    query.delete('after');
    if (after) query.set('after', after);
    return `<${originOf(event)}${path}${query.size > 0 ? `?${query}` : ''}>; rel="${rel}"`;
  };
  const isContinued = new URLSearchParams(event.rawQueryString).has('after');
  const links = [...(next ? [link('next', next)] : []), ...(isContinued ? [link('first')] : [])];
  return links.length > 0 ? links.join(', ') : undefined;
};
