import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { isId, parseId } from '../model/id';
import { type ApiEvent, originOf } from './event';

type Days = {
  /** Day on which the route was deprecated, such as `2026-11-27`. */
  readonly since: string;
  /** Day from which the route can be gone. */
  readonly sunset?: string;
  /** Path of the collection in the version that clients use instead. */
  readonly successor: `/${string}`;
};

/** Deprecation of a route. `addTo` adds its headers to a response. */
export type Deprecation = Days & {
  readonly addTo: (response: APIGatewayProxyStructuredResultV2, event: ApiEvent) => APIGatewayProxyStructuredResultV2;
};

/**
 * Deprecates a route: all responses name the days (RFC 9745, RFC 8594) and the successor.
 * @example deprecated: deprecation({ since: '2026-11-27', sunset: '2027-05-27', successor: '/api/v2/orders' })
 */
export const deprecation = (days: Days): Deprecation => ({
  ...days,
  addTo: (response, event) => {
    const { since, sunset, successor } = days;
    const [, rest] = event.routeKey.split('{id}');
    const id = parseId(event.pathParameters?.id ?? '');
    const address = originOf(event) + successor + (rest !== undefined && isId(id) ? `/${id}${rest}` : '');
    const headers = {
      ...response.headers,
      deprecation: `@${Date.parse(since) / 1000}`,
      ...(sunset && { sunset: new Date(sunset).toUTCString() }),
      link: [response.headers?.link, `<${address}>; rel="successor-version"`].filter(Boolean).join(', '),
    };
    return { ...response, headers };
  },
});
