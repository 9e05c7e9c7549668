import { type Rehearsed, rehearse, someId, someText } from '../http/rehearse';
import type { Row } from '../http/row';
import { rehearsal, send } from './request-handler';

/** Connecting takes less where DynamoDB can be reached. Where it cannot, the first request will say so. */
const CONNECT_TIMEOUT_MS = 250;

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
  await send({ ...address, method: 'GET', headers: { host }, body: '' }, CONNECT_TIMEOUT_MS);
};

/** Does during the start of a function what its first request would wait for. During a start nobody waits. */
export const prime = async (row: Row, handler: Rehearsed): Promise<void> => {
  const connected = connect().catch(() => {});
  await rehearsal.run(reply, () => rehearse(row, handler));
  await connected;
};
