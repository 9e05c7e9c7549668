import type { Event } from './event';

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
