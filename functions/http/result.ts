import type { Field, Fields, ValuesOf } from '../model/field';
import { entityTag, revOf } from './etag';
import type { ApiEvent } from './event';
import { type Next, originOf } from './links';
import { isCreation, type Precondition } from './precondition';
import { readReturn } from './prefer';
import { buildResponse, type ReadRequest, readResponse } from './response';
import { methodOf, pathOf, type Row } from './row';

type AnyResult = {
  readonly body: unknown;
  /** Revision of the resource, which becomes the ETag. */
  readonly rev?: string;
  /** Start of the next page of a list. */
  readonly next?: Next;
  /** True if an earlier request with the same idempotency key created the resource. */
  readonly isReplay?: boolean;
};

/** Result of a function of table/, which a handler returns. The row declares the type of the body. */
export type Result<R extends Row> = AnyResult & {
  readonly body: R extends { returns: infer F extends Fields }
    ? R extends { query: { after: Field } }
      ? readonly ValuesOf<F>[]
      : ValuesOf<F>
    : never;
};

const json = 'application/json';

/** Makes the response to a GET or HEAD that succeeded. */
export const toReadResponse = (request: ReadRequest, { body, rev, next }: AnyResult) => {
  const content = JSON.stringify(body);
  const headers = { 'cache-control': process.env.CACHE_CONTROL ?? 'no-cache' };
  return readResponse(request, { rev: rev ?? revOf(`${content}${next}`), type: json, body: content, headers });
};

const locationOf = (row: Row, event: ApiEvent, body: unknown) => {
  // Stryker disable next-line ConditionalExpression,LogicalOperator,StringLiteral: A created resource always has an id.
  const id = body instanceof Object && 'id' in body ? body.id : '';
  return `${originOf(event)}${pathOf(row).replace('/{id}', '')}/${id}`;
};

type WriteRequest = { readonly row: Row; readonly event: ApiEvent; readonly precondition: Precondition };

/** Makes the response to a write that succeeded. The status follows from the method. */
export const toWriteResponse = ({ row, event, precondition }: WriteRequest, { body, rev, isReplay }: AnyResult) => {
  const method = methodOf(row);
  const prefers = readReturn(event.headers.prefer);
  const isCreated = method === 'POST' || isCreation(method, precondition);
  const headers = {
    // Sends no tag after a DELETE, because a deleted resource has no representation.
    etag: rev && method !== 'DELETE' ? entityTag(rev) : undefined,
    location: isCreated ? locationOf(row, event, body) : undefined,
    'cache-control': 'no-store',
    'preference-applied': prefers && `return=${prefers}`,
    'idempotency-replayed': isReplay ? 'true' : undefined,
  };
  const isBare = method === 'DELETE' ? prefers !== 'representation' : prefers === 'minimal';
  if (isBare) return buildResponse(isCreated ? 201 : 204, headers);
  return buildResponse(isCreated ? 201 : 200, { ...headers, 'content-type': json }, JSON.stringify(body));
};
