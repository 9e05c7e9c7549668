import type { Row } from '../http/row';
import { type Rehearsed, rehearse, someId, someText } from '../lambda/rehearse';
import { rehearsal } from './request-handler';
import { send } from './send';

/** Limit for the request that opens a connection. The first request reports a DynamoDB that cannot be reached. */
const TIMEOUT_MS = 250;

const attributes = ['title', 'content', 'name', 'email', 'rev', 'updatedAt'];
const item = {
  ...Object.fromEntries(attributes.map((name) => [name, { S: someText }])),
  sk: { S: someId },
  postCount: { N: '0' },
};
/** Serves as the reply to every call of the stores. */
const content = JSON.stringify({ Item: item, Items: [item], Attributes: item });
const reply = { statusCode: 200, headers: {}, body: Buffer.from(content) };

/** Opens the connection of the first call, by a request that needs no permission and reads nothing. */
const connect = async () => {
  const { protocol, hostname, port, host } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
  const address = { protocol, hostname, port: port ? Number(port) : undefined, path: '/' };
  await send({ ...address, method: 'GET', headers: { host }, body: '' }, TIMEOUT_MS);
};

/** Opens the connection and runs the handler once during the start. Without this, the first request waits for both. */
export const prime = async (row: Row, handler: Rehearsed): Promise<void> => {
  const connected = connect().catch(() => {});
  await rehearsal.run(reply, () => rehearse(row, handler));
  await connected;
};
