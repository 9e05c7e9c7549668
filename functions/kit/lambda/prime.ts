import { marshall } from '#dynamodb';
import { marshallOptions } from '../dynamodb/client';
import { primingReply, send } from '../dynamodb/send';
import { variables } from '../environment';
import type { Route } from '../http/route';
import { exampleOf, someId } from '../model/check';
import type { Field, Value } from '../model/field';
import type { StoredField } from '../model/models';
import { type Warmable, warmUp } from './warm-up';

/** Timeout for opening the connection. */
const TIMEOUT_MS = 250;

/** Makes a stored value. Members of an object have their names in the table. */
const storedExample = (field: Field): Value =>
  field.fields
    ? Object.fromEntries(Object.entries(field.fields).map(([name, each]) => [each.stored ?? name, storedExample(each)]))
    : exampleOf(field);

/** Makes a fake reply to every call of a route. */
const replyTo = (fields: readonly StoredField[]) => {
  const values = fields.map(({ attribute, field }) => [attribute, storedExample(field)]);
  const example = { ...Object.fromEntries(values), sk: someId, rev: exampleOf({}) };
  const item = marshall(example, marshallOptions);
  const content = JSON.stringify({ Item: item, Items: [item], Attributes: item });
  return { statusCode: 200, headers: {}, body: Buffer.from(content) };
};

/**
 * Opens the connection for the first call by an unsigned GET, which needs no permission and reads no data. Ignores every
 * error, because the first request reports it.
 */
export const connect = async () => {
  try {
    const { protocol, hostname, port, host } = new URL(variables().AWS_ENDPOINT_URL_DYNAMODB ?? '');
    const address = { protocol, hostname, port: Number(port) || undefined, path: '/' };
    await send({ ...address, method: 'GET', headers: { host }, body: '' }, TIMEOUT_MS);
  } catch {}
};

/**
 * Opens the connection, and runs a handler of the kit once, during the start. Without this, the first request waits for both.
 * Functions of a model run, too, so `fetch` refuses there. Sockets need an import, which lib/build/entries.ts looks for.
 */
export const prime = async (route: Route, handler: Warmable, fields: readonly StoredField[]): Promise<void> => {
  const connected = connect();
  const reply = replyTo(fields);
  const { fetch } = globalThis;
  globalThis.fetch = async (...parameters) => {
    if (primingReply.getStore()) throw new Error('fetch refuses in a warm-up');
    return fetch(...parameters);
  };
  try {
    await primingReply.run(reply, () => warmUp(route, handler));
  } finally {
    globalThis.fetch = fetch;
  }
  await connected;
};
