import { entityTag, revOf } from '../http/etag';
import type { Event } from '../http/event';
import { checkIfMatch, isNotModified } from '../http/precondition';
import { readRequest } from '../http/request';
import { type Headers, reply } from '../http/response';
import type { Row } from '../http/row';
import { respond } from '../lambda/respond';

type Content = {
  readonly type: string;
  readonly body: string;
  /** True of bytes, which the gateway takes in this form only. */
  readonly isBase64Encoded?: boolean;
  readonly headers?: Headers;
};

/** A handler of what changes with a deployment only: clients keep it for five minutes. */
export const handleStill = (row: Row, contentFor: (event: Event) => Content) =>
  respond(async (event) => {
    const { precondition } = readRequest(row, event);
    const { type, body, isBase64Encoded, headers } = contentFor(event);
    const rev = revOf(body);
    checkIfMatch(precondition, rev);
    const kept = { etag: entityTag(rev), 'cache-control': 'public, max-age=300', ...headers };
    if (isNotModified(precondition, rev)) return reply(304, kept);
    return { ...reply(200, { ...kept, 'content-type': type }, body), isBase64Encoded };
  });
