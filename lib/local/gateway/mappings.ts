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

/**
 * Lists the mappings of streams to functions, as Lambda's own API does. Waits until they have handled all changes so far, so that
 * a test knows when to look. Returns undefined for any other request.
 */
export const listMappings = async (
  { request, path }: ReceivedRequest,
  mappings: readonly MappingRunner[],
): Promise<GatewayResponse | undefined> => {
  if (request.method !== 'GET' || path !== '/2015-03-31/event-source-mappings') return undefined;
  await settleAll(mappings);
  const list = mappings.map(({ mapping: { id, functionId, sourceArn }, isFailing }) => ({
    UUID: id,
    FunctionArn: functionArn(functionId),
    EventSourceArn: sourceArn,
    State: 'Enabled',
    LastProcessingResult: isFailing() ? 'PROBLEM: Function call failed' : 'OK',
  }));
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: JSON.stringify({ EventSourceMappings: list }) };
};
