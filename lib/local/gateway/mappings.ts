import { buffer } from 'node:stream/consumers';
import type { MappingRunner } from '../streams/mapping';
import { functionArn } from '../template/intrinsics';
import type { ReceivedRequest } from './event';
import type { GatewayResponse } from './response';

/** Waits until no function has anything left to handle, or one has failed. A function can change what another one follows. */
const settleAll = async (mappings: readonly MappingRunner[]) => {
  const sumHandled = () => mappings.reduce((sum, mapping) => sum + mapping.handled(), 0);
  for (let before = -1; before !== sumHandled(); ) {
    before = sumHandled();
    await Promise.all(mappings.map((mapping) => mapping.settle()));
    if (mappings.some((mapping) => mapping.isFailing())) return;
  }
};

const PATH = /^\/2015-03-31\/event-source-mappings(?:\/([\w-]+))?$/;

const describe = ({ mapping: { id, functionId, sourceArn }, isFailing, isEnabled }: MappingRunner) => ({
  UUID: id,
  FunctionArn: functionArn(functionId),
  EventSourceArn: sourceArn,
  State: isEnabled() ? 'Enabled' : 'Disabled',
  LastProcessingResult: isFailing() ? 'PROBLEM: Function call failed' : 'OK',
});

/**
 * Lists the mappings of streams to functions, or enables or disables one, as Lambda's own API does. A list waits until they have
 * handled all changes so far, so that a test knows when to look. Returns undefined for any other request.
 */
export const answerMappings = async (
  { request, path, headers }: ReceivedRequest,
  mappings: readonly MappingRunner[],
): Promise<GatewayResponse | undefined> => {
  const [isOfMappings, id] = PATH.exec(path) ?? [];
  if (!isOfMappings) return undefined;
  const respond = (status: number, body: object) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (request.method === 'GET' && id === undefined) {
    await settleAll(mappings);
    return respond(200, { EventSourceMappings: mappings.map(describe) });
  }
  const found = mappings.find(({ mapping }) => mapping.id === id);
  // Without the second condition, any page that is open in a browser could stop reactions.
  if (request.method !== 'PUT' || headers.origin) return undefined;
  if (!found) return respond(404, { Message: `There is no event source mapping ${id}` });
  await found.enable(Object(JSON.parse((await buffer(request)).toString() || '{}')).Enabled !== false);
  return respond(202, describe(found));
};
