import type { Event } from './event';
import { likeId } from './id';
import type { Members } from './member';

const MOST = 100;

const page = {
  limit: {
    like: [/^[1-9]\d*$/, `must be a whole number from 1 to ${MOST}`],
    read: (digits: string) => Math.min(Number(digits), MOST),
    default: '50',
  },
  after: { like: likeId, isOptional: true },
  order: { oneOf: ['desc', 'asc'], default: 'desc' },
} as const;

export type Page = { readonly limit: number; readonly after?: string; readonly order: 'desc' | 'asc' };

/** The parameters of a list: those that every list has, and its own. */
export const pageQuery = <const Own extends Members>(own: Own) => ({ ...page, ...own });

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
