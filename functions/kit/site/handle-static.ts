import type { ApiEvent } from '../http/event';
import { readRequest } from '../http/request';
import { type HeaderMap, readResponse } from '../http/response';
import { revOf } from '../http/result';
import type { Route } from '../http/route';
import { respond } from '../lambda/respond';

type StaticContent = {
  readonly type: string;
  readonly body: string;
  /** True for a binary body, because the gateway takes binary bodies only as base64. */
  readonly isBase64Encoded?: boolean;
  readonly headers?: HeaderMap;
};

type StaticOptions = { readonly toResponse?: typeof readResponse; readonly ignoresQuery?: boolean };

/** Makes the handler of content that only a deployment changes. Clients cache the content for five minutes. */
export const handleStatic = (
  route: Route,
  contentFor: (event: ApiEvent) => StaticContent,
  { toResponse = readResponse, ignoresQuery = false }: StaticOptions = {},
) =>
  respond(async (event) => {
    const { precondition } = readRequest(route, ignoresQuery ? { ...event, rawQueryString: '' } : event);
    const { type, body, isBase64Encoded, headers } = contentFor(event);
    const content = { rev: revOf(body), type, body, headers: { 'cache-control': 'public, max-age=300', ...headers } };
    return { isBase64Encoded, ...toResponse({ event, precondition }, content) };
  });
