import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { client } from '../../../functions/dynamodb/client';
import { callerIdOf } from '../../../functions/http/caller';
import type { Resource } from '../../../functions/http/resource';
import { isId } from '../../../functions/model/id';
import { pageQuery } from '../../../functions/model/page';
import { resources } from '../../../functions/resources';
import { plan, shardOf } from '../../../functions/table/shards';
import { readTemplate } from '../../../lib/local/template/template';
import { modelErrors, nameErrorOf } from '../../../lib/stack/model-rules';
import { verifyTable } from '../../../lib/verify/table/verify';
import { setEnvironment } from '../../support/dynamodb/endpoint';
import { eventOf, invoke } from '../../support/event';
import type { CheckRun, Finding } from '../check';
import { startTable } from '../explore/table';
import { scan } from '../scan';
import { chainOf, chains, isDroppable, isHostile, isLarge, MAX_LEVELS } from './any-resource';

type AnyResource = ReturnType<typeof chainOf>[number];
type Parts = Pick<NonNullable<Parameters<typeof eventOf>[1]>, 'body' | 'query' | 'headers'>;

const claimsOf = (sub: string) => ({ iss: 'https://login.example/', sub });
const ownerId = callerIdOf({ requestContext: { authorizer: { jwt: { claims: claimsOf('ada') } } } });

/** Makes the function that sends requests to the handlers of a resource as a caller, or without a token. */
const senderTo =
  ({ path, handlers }: AnyResource, id?: string) =>
  async (sub: string | undefined, method: string, parts: Parts = {}) => {
    const routeKey = `${method} ${path}${id ? '/{id}' : ''}`;
    const handler = handlers[routeKey];
    if (!handler) throw new Error(`There is no route ${routeKey}`);
    const event = eventOf(`${method} ${path}`, { ...parts, claims: sub ? claimsOf(sub) : undefined });
    return invoke(handler, { ...event, routeKey, pathParameters: id ? { id } : undefined });
  };

/** Creates, reads, changes and lists an item of a resource. Returns its id. */
const playItem = async (resource: AnyResource, hasOwnership: boolean, parentId?: string) => {
  const { named, one, other, isPrivate, relation, entity } = resource;
  const link = relation && parentId ? { [relation.attribute]: parentId } : {};
  const all = senderTo(resource);
  const isHidden = hasOwnership && isPrivate;
  const isParentClosed = hasOwnership && !relation?.isParentShared;
  if (relation)
    equal(
      (await all('bob', 'POST', { body: { ...one, ...link } })).status,
      isParentClosed ? 403 : 201,
      'a foreign POST',
    );
  const creation = { body: { ...one, ...link }, headers: { 'idempotency-key': randomUUID() } };
  const created = await all('ada', 'POST', creation);
  equal(created.status, 201, JSON.stringify(created.body));
  deepEqual((await all('ada', 'POST', creation)).body, created.body, 'a repetition');
  const { id, ...rest } = created.body;
  const send = senderTo(resource, id);
  /** Checks that the owner reads the item as it was answered last. */
  const expectRead = async (expected: object) => deepEqual((await send('ada', 'GET')).body, expected);
  await expectRead(created.body);
  deepEqual({ ...rest, ...one }, rest, 'the body comes back as it was sent');

  const { etag } = created.headers;
  const kept = await send('ada', 'PATCH', { body: one });
  deepEqual([kept.status, kept.headers.etag], [200, etag], 'a patch without effect');
  const bodyWith = (value: unknown) => ({
    ...other,
    ...Object.fromEntries(named.flatMap(([name, field]) => (isHostile(field) ? [[name, value]] : []))),
    ...link,
  });
  for (const body of [ownerId, String(etag).slice(1, -1)].map(bodyWith)) {
    for (const method of ['PUT', 'PATCH']) {
      const stale = await send('ada', method, { body, headers: { 'if-match': '"old"' } });
      equal(stale.status, 412, `${method} with a stale tag`);
      if (hasOwnership)
        equal((await send('bob', method, { body })).status, isHidden ? 404 : 403, `a foreign ${method}`);
    }
  }
  if (hasOwnership) equal((await send('bob', 'DELETE')).status, isHidden ? 404 : 403, 'a foreign DELETE');
  equal((await send('bob', 'GET')).status, isHidden ? 404 : 200, 'a foreign GET');
  equal((await send(undefined, 'HEAD')).status, isHidden ? 404 : 200, 'a public route');
  await expectRead(created.body);

  const replaced = await send('ada', 'PUT', { body: bodyWith('') });
  equal(replaced.status, 200, JSON.stringify(replaced.body));
  notEqual(replaced.headers.etag, etag, 'a new tag');
  await expectRead(replaced.body);
  const listed = await all('ada', 'GET', { query: 'limit=100' });
  equal(listed.status, isHidden ? 403 : 200);
  if (!isHidden)
    deepEqual(
      listed.body.find((item: { id: string }) => item.id === id),
      replaced.body,
    );
  deepEqual((await all('ada', 'GET', { query: `id=${id}` })).body, [replaced.body]);

  const [droppable] = named.filter(isDroppable);
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
  for (const [name] of named.filter(([, field]) => isLarge(field))) {
    const grown = await send('ada', 'PATCH', { body: { [name]: '😀'.repeat(60_000) } });
    equal(grown.status, 200, JSON.stringify(grown.body).slice(0, 200));
  }
  const tags = Array.from({ length: 100 }, () => '"old"').join();
  const dearest = { body: one, headers: { 'if-match': tags, 'if-none-match': tags } };
  equal((await send('ada', 'PATCH', dearest)).status, 412, 'a patch of all fields with all tags');
  return id;
};

/** Plays a chain of resources. Returns the functions that send requests to its items. */
const playChain = async (chain: readonly AnyResource[], hasOwnership: boolean) => {
  process.env.OWNERSHIP = String(hasOwnership);
  const ids: string[] = [];
  for (const resource of chain) ids.push(await playItem(resource, hasOwnership, ids.at(-1)));
  return chain.map((resource, level) => senderTo(resource, ids[level]));
};

/** Deletes the first item of a chain by force, and with it all others. */
const removeChain = async ([first, ...others]: Awaited<ReturnType<typeof playChain>>) => {
  if (others.length > 0) equal((await first?.('ada', 'DELETE'))?.status, 409, 'a parent with a child');
  equal((await first?.('ada', 'DELETE', { query: 'force=true' }))?.status, 204, 'a deletion by force');
  for (const send of [first, ...others]) equal((await send?.('ada', 'GET'))?.status, 404, 'a deleted item');
};

const isAllowed = (chain: readonly AnyResource[]) =>
  chain.every(({ path, named }) => {
    const list = { routeKey: `GET ${path}`, query: pageQuery({}), response: Object.fromEntries(named) } as const;
    return modelErrors({ list }).length === 0;
  });

/**
 * Leaves the items of a chain in the table. Checks that the verification of the table finds nothing to fix, and that no field
 * can have the name of an attribute that the service adds to an item.
 */
const playTable = async (chain: readonly AnyResource[], items: () => ReturnType<typeof scan>, TableName: string) => {
  const entries = chain.map(({ path, entity, relation }) => ({ path, collection: entity.collection, relation }));
  (resources as Resource[]).push(...entries.map((entry) => ({ ...resources[0], ...entry }) as Resource));
  await playChain(chain, true);
  const before = await items();
  equal(await verifyTable({ table: TableName, fix: true, units: 1_000_000 }), 0, 'the table is torn');
  deepEqual(await items(), before);
  for (const { named, relation, entity } of chain) {
    const known = [relation?.attribute, ...named.map(([name]) => name)];
    const own = before.filter(({ pk, sk }) => isId(sk) && String(pk).split('#', 1)[0] === entity.collection);
    const added = own.flatMap(Object.keys).filter((name) => !known.includes(name));
    for (const name of added) notEqual(nameErrorOf(name, 'emails'), undefined, `a field may be named ${name}`);
  }
};

/** Runs the service's own handlers over random resources, and verifies the table with the items of some of them. */
export const checkModels = async ({ seed, assembly, progress }: CheckRun, chainCount: number): Promise<Finding> => {
  const { tables } = readTemplate(assembly);
  const [{ TableName } = { TableName: '' }] = tables;
  const { endpoint, close } = await startTable(tables);
  setEnvironment(endpoint, TableName);
  // The keys of these items begin as those of e-mail items and of idempotency keys do.
  const generations = [{ from: '2026-01-01T00:00Z', shards: 2 }];
  Object.assign(plan, { EMAIL: generations, KEY: generations, ORDER: [] });
  const { write } = process.stdout;
  process.stdout.write = () => true;
  const counts = { chains: 0, resources: 0, refused: 0 };
  const property = fc.asyncProperty(chains, async ({ models, hasOwnership }) => {
    const chain = chainOf(models);
    if (!isAllowed(chain)) counts.refused++;
    else await removeChain(await playChain(chain, hasOwnership));
    counts.resources += chain.length;
    progress(`${++counts.chains} of ${chainCount} chains`);
  });
  const failures: string[] = [];
  try {
    const found = await fc.check(property, { seed, numRuns: chainCount, endOnFailure: true });
    const reason = String(Object(found.errorInstance).stack).slice(0, 1500);
    if (found.failed) failures.push(`chain ${found.counterexamplePath}: ${reason}`);
    const longest = fc.sample(chains, { seed, numRuns: 100 }).map(({ models }) => chainOf(models));
    const last = longest.find((chain) => chain.length === MAX_LEVELS && isAllowed(chain));
    await playTable(last ?? [], () => scan(endpoint, TableName), TableName);
  } catch (error) {
    failures.push(String(Object(error).stack));
  } finally {
    process.stdout.write = write;
    delete process.env.OWNERSHIP;
    await close();
  }
  const { chains: played, resources: made, refused } = counts;
  return { measured: `${made} resources in ${played} chains, ${refused} chains refused by the rules`, failures };
};
