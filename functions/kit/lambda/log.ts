import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { callerIdOf } from '../http/caller';
import type { ApiEvent } from '../http/event';
import { isId, parseId } from '../model/id';

/** Returns the path that a write is about: of the resource in the path, or of the new resource. */
const targetOf = ({ routeKey, pathParameters }: ApiEvent, { headers = {} }: APIGatewayProxyStructuredResultV2) => {
  if (/^(GET|HEAD) /.test(routeKey)) return undefined;
  // Not `new URL`, because that throws for a wrong host, which the client sends.
  if (headers.location) return `/${String(headers.location).split('/').slice(3).join('/')}`;
  // Leaves out an id of another form, because a client may send an address there.
  const id = parseId(pathParameters?.id ?? '');
  return isId(id) ? routeKey.slice(routeKey.indexOf('/')).replace('{id}', id) : undefined;
};

/** Returns who did what, for the log of a stage with authentication. JSON leaves out undefined members. */
export const callerLogOf = (event: ApiEvent, response: APIGatewayProxyStructuredResultV2) =>
  event.requestContext.authorizer ? { caller: callerIdOf(event), target: targetOf(event, response) } : {};
