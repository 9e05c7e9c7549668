import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '#dynamodb';
import { client } from '../../../functions/kit/dynamodb/client';
import { callerIdOf } from '../../../functions/kit/http/caller';
import { isFilter } from '../../../functions/kit/model/page';
import { shardOf } from '../../../functions/kit/table/shards';
import { eventOf, invoke } from '../../support/unit/event';
import { isDroppable, isHostile, isLarge } from './any-field';
import type { chainOf } from './any-resource';

export type AnyResource = ReturnType<typeof chainOf>[number];
type Method = Exclude<keyof AnyResource['handlers'], 'LIST'>;
type Parts = Pick<NonNullable<Parameters<typeof eventOf>[1]>, 'body' | 'query' | 'headers'> & {
  readonly status?: number;
};
const usual: Partial<Record<Method, number>> = { POST: 201, DELETE: 204 };

const claimsOf = (sub: string) => ({ iss: 'https://login.example/', sub });
const ownerId = callerIdOf({ requestContext: { authorizer: { jwt: { claims: claimsOf('ada') } } } });

/** Makes the function that sends requests to a resource, or to its item, as a caller or without a token. Checks the status. */
const senderTo =
  ({ path, handlers }: AnyResource, id?: string) =>
  async (sub: string | undefined, method: Method, { status = usual[method] ?? 200, ...parts }: Parts = {}) => {
    const handler = handlers[id || method === 'POST' ? method : 'LIST'];
    const event = eventOf(`${method} ${path}`, { ...parts, claims: sub ? claimsOf(sub) : undefined });
    const response = await invoke(handler, { ...event, pathParameters: id ? { id } : undefined });
    equal(response.status, status, `${method} ${path} as ${sub}: ${JSON.stringify(response.body)?.slice(0, 200)}`);
    return response;
  };

/** Creates, reads, changes and lists an item of a resource. Returns its id. */
const playItem = async (resource: AnyResource, hasOwnership: boolean, parentId?: string) => {
  const { named, one, other, isPrivate, relation, entity } = resource;
  const link = relation && parentId ? { [relation.attribute]: parentId } : {};
  const all = senderTo(resource);
  const isHidden = hasOwnership && isPrivate;
  const creation = { body: { ...one, ...link }, headers: { 'idempotency-key': randomUUID() } };
  const isParentClosed = hasOwnership && !relation?.isParentShared;
  const isTaken = named.some(([name, { unique }]) => unique && name in one);
  const created = await all('ada', 'POST', creation);
  deepEqual((await all('ada', 'POST', creation)).body, created.body, 'a repetition');
  const refusal = isTaken ? 409 : isParentClosed ? 403 : 201;
  if (relation || isTaken) await all('bob', 'POST', { status: refusal, body: creation.body });
  const { id, ...rest } = created.body;
  const send = senderTo(resource, id);
  /** Checks that the owner reads the item as it was answered last. */
  const expectRead = async (expected: object) => deepEqual((await send('ada', 'GET')).body, expected);
  await expectRead(created.body);
  deepEqual({ ...rest, ...one }, rest, 'the body comes back as it was sent');

  const { etag } = created.headers;
  equal((await send('ada', 'PATCH', { body: one })).headers.etag, etag, 'a patch without effect');
  const bodyWith = (value: unknown) => ({
    ...other,
    ...Object.fromEntries(named.flatMap(([name, field]) => (isHostile(field) ? [[name, value]] : []))),
    ...link,
  });
  const [foreign, foreignRead] = [isPrivate ? 404 : 403, isHidden ? 404 : 200];
  for (const body of [ownerId, String(etag).slice(1, -1)].map(bodyWith)) {
    for (const method of ['PUT', 'PATCH'] as const) {
      await send('ada', method, { status: 412, body, headers: { 'if-match': '"old"' } });
      if (hasOwnership) await send('bob', method, { status: foreign, body });
    }
  }
  if (hasOwnership) await send('bob', 'DELETE', { status: foreign });
  await send('bob', 'GET', { status: foreignRead });
  await send(undefined, 'HEAD', { status: foreignRead });
  await expectRead(created.body);

  const replaced = await send('ada', 'PUT', { body: bodyWith('') });
  notEqual(replaced.headers.etag, etag, 'a new tag');
  await expectRead(replaced.body);
  const listed = await all('ada', 'GET', { status: isHidden ? 403 : 200, query: 'limit=100' });
  const isThis = (item: { id: string }) => item.id === id;
  if (!isHidden) deepEqual(listed.body.find(isThis), replaced.body);
  deepEqual((await all('ada', 'GET', { query: `id=${id}` })).body, [replaced.body]);

  for (const [name] of named.filter(([name, { unique }]) => unique && name in replaced.body)) {
    const query = `${name}=${encodeURIComponent(replaced.body[name])}`;
    deepEqual((await all('ada', 'GET', { query })).body, [replaced.body], 'a list by a unique value');
  }

  for (const [name] of named.filter(([, { isIndexed }]) => isIndexed && !isHidden)) {
    for (const value of [created, replaced].flatMap(({ body }) => body[name] ?? [])) {
      const found = await all('ada', 'GET', { query: `limit=100&${name}=${encodeURIComponent(value)}` });
      const having = listed.body.filter((item: Record<string, unknown>) => item[name] === value);
      deepEqual(found.body, having, `a list by ${name}`);
    }
  }

  const [droppable] = named.filter((each) => isDroppable(each) && !isFilter(each[1]));
  if (droppable) {
    const [name, { default: value }] = droppable;
    const Key = { pk: shardOf(entity.collection, id), sk: id };
    const removal = { UpdateExpression: 'REMOVE #name', ExpressionAttributeNames: { '#name': name } };
    await client.send(new UpdateCommand({ TableName: process.env.TABLE_NAME, Key, ...removal }));
    const { [name]: _, ...older } = replaced.body;
    const shown = { ...older, ...(value !== undefined && { [name]: value }) };
    await expectRead(shown);
    const reset = await send('ada', 'PATCH', { body: { [name]: null } });
    deepEqual([reset.body, reset.headers.etag], [shown, replaced.headers.etag], 'an item that lacks a field');
  }
  for (const [name] of named.filter(([, field]) => isLarge(field)))
    await send('ada', 'PATCH', { body: { [name]: '😀'.repeat(60_000) } });
  // The dearest condition has all fields and all tags.
  const tags = Array.from({ length: 100 }, () => '"old"').join();
  await send('ada', 'PATCH', { status: 412, body: one, headers: { 'if-match': tags, 'if-none-match': tags } });
  return id;
};

/** Plays a chain of resources. Returns the functions that send requests to its items. */
export const playChain = async (chain: readonly AnyResource[], hasOwnership: boolean) => {
  process.env.OWNERSHIP = String(hasOwnership);
  const ids: string[] = [];
  for (const resource of chain) ids.push(await playItem(resource, hasOwnership, ids.at(-1)));
  return chain.map((resource, level) => senderTo(resource, ids[level]));
};

/** Deletes the first item of a chain by force, and with it all others. */
export const removeChain = async ([first, ...others]: Awaited<ReturnType<typeof playChain>>) => {
  if (others.length > 0) await first?.('ada', 'DELETE', { status: 409 });
  await first?.('ada', 'DELETE', { query: 'force=true' });
  for (const send of [first, ...others]) await send?.('ada', 'GET', { status: 404 });
};
