import { type Rehearsed, rehearse, someId, someText } from '../http/rehearse';
import type { Row } from '../http/row';
import type { Reply } from './reply';
import { endpoint } from './send';
import { transport } from './transport';

/** Longer than it ever takes where DynamoDB can be reached; where it cannot, requests will say so. */
const LONGEST_MS = 250;

const attributes = ['title', 'content', 'name', 'email', 'rev', 'updatedAt'];
const item = {
  ...Object.fromEntries(attributes.map((name) => [name, { S: someText }])),
  sk: { S: someId },
  postCount: { N: '0' },
};
/** What any of the store's calls may get. */
const answer = { ConsumedCapacity: {}, Item: item, Items: [item], Attributes: item };
const canned: Reply = { statusCode: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) };

/** Opens the connection that the first call will take, by a request that needs no permission and reads nothing. */
const connect = async (handle: typeof transport.handle) => {
  const to = endpoint();
  await handle({ to, method: 'GET', headers: { host: to.host }, body: '' }, LONGEST_MS);
};

/** Does in a function's start, when nobody waits and the processor is whole, what its first request would wait for. */
export const prime = async (row: Row, handler: Rehearsed): Promise<void> => {
  const { handle } = transport;
  const connected = connect(handle).catch(() => {});
  try {
    // Until all of it is over: no call of the rehearsal is left that could reach DynamoDB, and no request has come yet.
    transport.handle = async () => canned;
    await rehearse(row, handler);
  } finally {
    transport.handle = handle;
  }
  await connected;
};
