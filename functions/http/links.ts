import type { ApiEvent } from './event';

/** Returns the scheme and host that the client used. */
export const originOf = ({ headers, requestContext }: ApiEvent) =>
  `${headers['x-forwarded-proto'] === 'http' ? 'http' : 'https'}://${headers.host ?? requestContext.domainName}`;

/** Start of the next page: the id after which the page starts, or the ids that are left. */
export type Next = string | readonly string[] | undefined;

/** Returns the `Link` header of a list (RFC 8288): the same query for the next page and for the first page. */
export const linksOf = (event: ApiEvent, path: string, next: Next): string | undefined => {
  const link = (rel: string, values: readonly string[]) => {
    const query = new URLSearchParams(event.rawQueryString);
    const name = query.has('id') ? 'id' : 'after';
    query.delete(name);
    for (const value of values) query.append(name, value);
    return `<${originOf(event)}${path}${query.size > 0 ? `?${query}` : ''}>; rel="${rel}"`;
  };
  const isContinued = new URLSearchParams(event.rawQueryString).has('after');
  const links = [...(next ? [link('next', [next].flat())] : []), ...(isContinued ? [link('first', [])] : [])];
  return links.join(', ') || undefined;
};
