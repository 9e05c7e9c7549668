import type { Member, Members, Output } from '../model/member';
import { entityTag, revOf } from './etag';
import type { Event } from './event';
import { linksOf, originOf } from './links';
import { checkIfMatch, isCreation, isNotModified, type Precondition } from './precondition';
import { readReturn } from './prefer';
import { reply } from './response';
import { methodOf, pathOf, type Row } from './row';

type Given = {
  readonly body: unknown;
  /** The revision of what has one. */
  readonly rev?: string;
  /** Where a list goes on. */
  readonly next?: string;
  /** True when this is the answer to an earlier request with the same idempotency key. */
  readonly isReplay?: boolean;
};

/** What a handler gives back: the representation that its row owes, and what there is to say of it. */
export type Answer<R extends Row> = Given & {
  readonly body: R extends { returns: infer M extends Members }
    ? R extends { query: { after: Member } }
      ? readonly Output<M>[]
      : Output<M>
    : never;
};

const json = 'application/json';

type Asked = { readonly row: Row; readonly event: Event; readonly precondition: Precondition };

const read = ({ row, event, precondition }: Asked, { body, rev, next }: Given) => {
  const content = JSON.stringify(body);
  const revision = rev ?? revOf(`${content}${next}`);
  checkIfMatch(precondition, revision);
  const headers = {
    etag: entityTag(revision),
    'cache-control': process.env.CACHE_CONTROL ?? 'no-cache',
    link: linksOf(event, pathOf(row), next),
  };
  if (isNotModified(precondition, revision)) return reply(304, headers);
  return reply(200, { ...headers, 'content-type': json }, content);
};

const locationOf = (row: Row, event: Event, body: unknown) => {
  const id = body instanceof Object && 'id' in body ? body.id : '';
  return `${originOf(event)}${pathOf(row).replace('/{id}', '')}/${id}`;
};

const written = ({ row, event, precondition }: Asked, { body, rev, isReplay }: Given) => {
  const method = methodOf(row);
  const prefers = readReturn(event.headers.prefer);
  const created = method === 'POST' || isCreation(method, precondition);
  const headers = {
    // What was deleted has no representation any more that a tag could stand for.
    etag: rev && method !== 'DELETE' ? entityTag(rev) : undefined,
    location: created ? locationOf(row, event, body) : undefined,
    'cache-control': 'no-store',
    'preference-applied': prefers && `return=${prefers}`,
    'idempotency-replayed': isReplay ? 'true' : undefined,
  };
  const isBare = method === 'DELETE' ? prefers !== 'representation' : prefers === 'minimal';
  if (isBare) return reply(created ? 201 : 204, headers);
  return reply(created ? 201 : 200, { ...headers, 'content-type': json }, JSON.stringify(body));
};

/** The answer to a request that succeeded; its status follows from the method. */
export const answer = (asked: Asked, given: Given) =>
  methodOf(asked.row) === 'GET' ? read(asked, given) : written(asked, given);
