import { entityTag, revOf } from '../http/etag';
import type { ApiEvent } from '../http/event';
import { checkIfMatch, isNotModified } from '../http/precondition';
import { readRequest } from '../http/request';
import { buildResponse, type HeaderMap } from '../http/response';
import type { Row } from '../http/row';
import { respond } from '../lambda/respond';

type StaticContent = {
  readonly type: string;
  readonly body: string;
  /** True for a binary body, because the gateway takes binary bodies only as base64. */
  readonly isBase64Encoded?: boolean;
  readonly headers?: HeaderMap;
};

/** Makes the handler of content that only a deployment changes. Clients cache the content for five minutes. */
export const handleStatic = (row: Row, contentFor: (event: ApiEvent) => StaticContent) =>
  respond(async (event) => {
    const { precondition } = readRequest(row, event);
    const { type, body, isBase64Encoded, headers } = contentFor(event);
    const rev = revOf(body);
    checkIfMatch(precondition, rev);
    const cacheable = { etag: entityTag(rev), 'cache-control': 'public, max-age=300', ...headers };
    if (isNotModified(precondition, rev)) return buildResponse(304, cacheable);
    return { ...buildResponse(200, { ...cacheable, 'content-type': type }, body), isBase64Encoded };
  });
