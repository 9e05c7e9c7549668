import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { eventOf } from '../../support/event';
import type { Random } from '../random';
import type { Draft } from './draft';

/** Makes the event of a request. The body is text or base64, because a handler must accept both. */
export const eventFrom = (draft: Draft, random: Random): APIGatewayProxyEventV2 => {
  const { route, method, path, id, query, headers, body } = draft;
  const length = body && { 'content-length': String(body.length) };
  const event = eventOf(route.routeKey.replace('{id}', 'none'), {
    headers: { ...length, ...headers },
    query,
    path: path.replace('{id}', id ?? ''),
  });
  event.pathParameters = id === undefined ? undefined : { id };
  event.requestContext.http.method = method;
  event.isBase64Encoded = random.chance(0.5);
  event.body = body?.toString(event.isBase64Encoded ? 'base64' : 'utf8');
  if (random.chance(0.01)) {
    event.isBase64Encoded = !event.isBase64Encoded;
    draft.isDecided = false;
  } else if (random.chance(0.002)) {
    event.pathParameters = undefined;
    if (id !== undefined) draft.refusals.push(404, 400);
  }
  return event;
};
