import { marshall } from '#dynamodb';
import { marshallOptions } from '../dynamodb/client';
import { primingReply } from '../dynamodb/request-handler';
import { send } from '../dynamodb/send';
import type { Route } from '../http/route';
import { attributeOf } from '../model/models';
import { exampleOf, someId, type Warmable, warmUp } from './warm-up';

/** Timeout for opening the connection. Priming ignores errors, because the first request reports them. */
const TIMEOUT_MS = 250;

/** Makes a fake reply to every call of a route's handler. */
const replyTo = ({ response = {}, reads = {} }: Route, collection: string) => {
  const fields = Object.entries({ ...reads, ...response });
  const values = fields.map(([name, field]) => [attributeOf(collection, name, field), exampleOf(field)]);
  const example = { ...Object.fromEntries(values), sk: someId, rev: exampleOf({}) };
  const item = marshall(example, marshallOptions);
  const content = JSON.stringify({ Item: item, Items: [item], Attributes: item });
  return { statusCode: 200, headers: {}, body: Buffer.from(content) };
};

/** Opens the connection for the first call by an unsigned GET, which needs no permission and reads no data. */
const connect = async () => {
  const { protocol, hostname, port, host } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
  const address = { protocol, hostname, port: Number(port) || undefined, path: '/' };
  await send({ ...address, method: 'GET', headers: { host }, body: '' }, TIMEOUT_MS);
};

/** Opens the connection and runs the handler once during the start. Without this, the first request waits for both. */
export const prime = async (route: Route, handler: Warmable, collection: string): Promise<void> => {
  const connected = connect().catch(() => {});
  await primingReply.run(replyTo(route, collection), () => warmUp(route, handler));
  await connected;
};
