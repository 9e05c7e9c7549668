import type { ApiEvent } from './event';

/** Returns the scheme and host that the client used. */
export const originOf = ({ headers, requestContext }: ApiEvent) =>
  `${headers['x-forwarded-proto'] === 'http' ? 'http' : 'https'}://${headers.host ?? requestContext.domainName}`;

/** Returns the `Link` header of a list (RFC 8288): the same query for the next page and for the first page. */
export const linksOf = (event: ApiEvent, path: string, next: string | undefined) => {
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
