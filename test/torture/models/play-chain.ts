import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '#dynamodb';
import { client } from '../../../functions/kit/dynamodb/client';
import { attributeOf } from '../../../functions/kit/model/models';
import { isFilter } from '../../../functions/kit/model/page';
import { keyOf } from '../../../functions/kit/table/keys';
import { ownerOf } from '../../support/auth/owned';
import { randomOf } from '../../support/random';
import { isDroppable, isHostile, isLarge } from './any-field';
import type { AnyResource } from './any-resource';
import { playExpand } from './play-expand';
import { makeItems, playLists } from './play-lists';
import { LARGE, type Link, playNewItems, playOldItem } from './play-versions';
import { senderTo } from './sender';

/** Creates, reads, changes and lists an item of a resource. Returns its id. */
const playItem = async (resource: AnyResource, hasOwnership: boolean, link: Link) => {
  const { named, one, other, isPrivate, relations, entity } = resource;
  const all = senderTo(resource);
  const sorted = entity.fields.filter(({ field }) => field.sorted).map(({ attribute }) => attribute);
  const isHidden = hasOwnership && isPrivate;
  const creation = { body: { ...one, ...link }, headers: { 'idempotency-key': randomUUID() } };
  const isParentClosed = hasOwnership && relations.some(({ isParentShared }) => !isParentShared);
  const isTaken = named.some(([name, { unique }]) => unique && name in one);
  const created = await all('ada', 'POST', creation);
  deepEqual((await all('ada', 'POST', creation)).body, created.body, 'a repetition');
  const refusal = isTaken ? 409 : isParentClosed ? 403 : 201;
  if (relations.length > 0 || isTaken) {
    const { body } = await all('bob', 'POST', { status: refusal, body: creation.body });
    if (refusal === 201) await senderTo(resource, body.id)('bob', 'DELETE');
  }
  const { id, ...rest } = created.body;
  const send = senderTo(resource, id);
  /** Checks that the owner reads the item as it was answered last. */
  const expectRead = async (expected: object) => deepEqual((await send('ada', 'GET')).body, expected);
  await expectRead(created.body);
  deepEqual({ ...rest, ...one }, rest, 'the body comes back as it was sent');

  const { etag } = created.headers;
  equal((await send('ada', 'PATCH', { body: one })).headers.etag, etag, 'a patch without effect');
  deepEqual((await send('ada', 'ACT', { body: one })).body, created.body, 'a route beside the six');
  const bodyWith = (value: unknown) => ({
    ...other,
    ...Object.fromEntries(named.flatMap(([name, field]) => (isHostile(field) ? [[name, value]] : []))),
    ...link,
  });
  const [foreign, foreignRead] = [isPrivate ? 404 : 403, isHidden ? 404 : 200];
  for (const body of [ownerOf('owner'), String(etag).slice(1, -1)].map(bodyWith)) {
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
  const listed = await all('ada', 'GET', { query: 'limit=100' });
  const isThis = (item: { id: string }) => item.id === id;
  deepEqual(listed.body.find(isThis), replaced.body);
  deepEqual((await all('ada', 'GET', { query: `id=${id}` })).body, [replaced.body]);

  for (const [name] of named.filter(([name, { unique }]) => unique && (replaced.body[name] ?? '') !== '')) {
    const query = `${name}=${encodeURIComponent(replaced.body[name])}`;
    deepEqual((await all('ada', 'GET', { query })).body, [replaced.body], 'a list by a unique value');
  }

  for (const [name] of named.filter(([, { isIndexed }]) => isIndexed)) {
    for (const value of [created, replaced].flatMap(({ body }) => body[name] ?? [])) {
      const found = await all('ada', 'GET', { query: `limit=100&${name}=${encodeURIComponent(value)}` });
      const having = listed.body.filter((item: Record<string, unknown>) => item[name] === value);
      deepEqual(found.body, having, `a list by ${name}`);
    }
  }

  const [droppable] = named.filter(
    (each) => isDroppable(each) && !isFilter(each[1]) && !sorted.includes(attributeOf(entity.collection, ...each)),
  );
  if (droppable) {
    const [name, { default: value }] = droppable;
    const Key = keyOf(entity, id);
    const removal = {
      UpdateExpression: 'REMOVE #name',
      ExpressionAttributeNames: { '#name': attributeOf(entity.collection, ...droppable) },
    };
    await client.send(new UpdateCommand({ TableName: process.env.TABLE_NAME, Key, ...removal }));
    const { [name]: _, ...older } = replaced.body;
    const shown = { ...older, ...(value !== undefined && { [name]: value }) };
    await expectRead(shown);
    const reset = await send('ada', 'PATCH', { body: { [name]: null } });
    deepEqual([reset.body, reset.headers.etag], [shown, replaced.headers.etag], 'an item that lacks a field');
  }
  for (const [name] of named.filter(([, field]) => isLarge(field)))
    await send('ada', 'PATCH', { body: { [name]: LARGE } });
  // The dearest condition has all fields and all tags.
  const tags = Array.from({ length: 100 }, () => '"old"').join();
  await send('ada', 'PATCH', { status: 412, body: one, headers: { 'if-match': tags, 'if-none-match': tags } });
  return id;
};

/** Plays a chain of resources. Returns the functions that send requests to its items, and those to the items of its lists. */
export const playChain = async (chain: readonly (readonly AnyResource[])[], hasOwnership: boolean, seed: number) => {
  process.env.OWNERSHIP = String(hasOwnership);
  const random = randomOf(seed);
  const senders: ReturnType<typeof senderTo>[] = [];
  const listed: ReturnType<typeof senderTo>[] = [];
  const ids: Record<string, readonly string[]> = {};
  for (const versions of chain) {
    const [first] = versions as readonly [AnyResource];
    const parents = Object.fromEntries(first.relations.map(({ attribute, parent }) => [attribute, ids[parent] ?? []]));
    const link = Object.fromEntries(Object.entries(parents).map(([name, [id = '']]) => [name, id]));
    const play = { versions, hasOwnership, link, parents, random };
    await playNewItems(play);
    const id = await playItem(first, hasOwnership, link);
    await playOldItem(play, id);
    await playExpand(first, id);
    const others = await makeItems(play);
    await playLists(play, [id, ...others]);
    senders.push(senderTo(first, id));
    listed.push(...others.map((other) => senderTo(first, other)));
    ids[first.entity.collection.toLowerCase()] = [id, ...others];
  }
  return { senders, listed };
};

/**
 * Deletes the first item of a chain by force, and with it all others. Or deletes the second one by force, which leaves nothing
 * that belongs to the first one.
 */
export const removeChain = async ({ senders, listed }: Awaited<ReturnType<typeof playChain>>, fromSecond: boolean) => {
  for (const send of listed.toReversed()) await send('eve', 'DELETE');
  const [first, second] = senders;
  if (second) await first?.('ada', 'DELETE', { status: 409 });
  if (fromSecond) await second?.('ada', 'DELETE', { query: 'force=true' });
  await first?.('ada', 'DELETE', fromSecond ? {} : { query: 'force=true' });
  for (const send of senders) await send('ada', 'GET', { status: 404 });
};
