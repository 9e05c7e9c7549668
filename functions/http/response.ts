import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Compression } from './compression';
import { entityTag } from './etag';
import type { ApiEvent } from './event';
import { checkIfMatch, isNotModified, type Precondition } from './precondition';
import type { Problem } from './problem';

/** Headers by lower-case name. A header without a value is absent. */
export type HeaderMap = Record<string, string | undefined>;

/** Builds every response. HEAD gets the body of GET, because the gateway drops the body and keeps the length. */
export const buildResponse = (
  statusCode: number,
  headers: HeaderMap,
  body?: string,
): APIGatewayProxyStructuredResultV2 => {
  const present = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { statusCode, headers: { ...Object.fromEntries(present), 'x-content-type-options': 'nosniff' }, body };
};

export type ReadRequest = {
  readonly event: ApiEvent;
  readonly precondition: Precondition;
  /** Compression of the body. Without this, the body is sent as it is. */
  readonly compression?: Compression;
};

type Content = {
  readonly rev: string;
  readonly type: string;
  readonly body: string;
  readonly headers: HeaderMap;
};

/** Compression that leaves the body as it is. */
const uncompressed: Compression = (_, { rev }) => ({ revs: [rev], apply: (response) => response });

/** Builds the response of a read: 304 or 200. Throws 412 if `If-Match` says so. The tags of all codings of the body mean the same revision. */
export const readResponse = ({ event, precondition, compression = uncompressed }: ReadRequest, content: Content) => {
  const { type, body, headers } = content;
  const { revs, apply } = compression(event.headers['accept-encoding'], content);
  checkIfMatch(precondition, revs);
  const known = revs.find((each) => isNotModified(precondition, each));
  if (known) return buildResponse(304, { etag: entityTag(known), ...headers });
  const response = buildResponse(200, { etag: entityTag(revs[0]), ...headers, 'content-type': type }, body);
  return apply(response);
};

export const problemResponse = (problem: Problem, requestId: string) =>
  buildResponse(
    problem.status,
    { ...problem.extras.headers, 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
    JSON.stringify(problem.body(requestId)),
  );
