import { deepEqual, equal, notEqual } from 'node:assert/strict';
import fc from 'fast-check';
import type { Resource } from '../../../functions/kit/http/resource';
import { isId } from '../../../functions/kit/model/id';
import { pageQuery } from '../../../functions/kit/model/page';
import { plan } from '../../../functions/plan';
import { resources } from '../../../functions/resources';
import { modelErrors, nameErrorOf } from '../../../lib/stack/model-rules';
import { verifyTable } from '../../../lib/verify/table/verify';
import { setEnvironment } from '../../support/dynamodb/endpoint';
import type { CheckRun, Finding } from '../check';
import { startTable } from '../explore/table';
import { scan } from '../scan';
import { chainOf, chains, MAX_LEVELS } from './any-resource';
import { withAnyIndexes } from './indexes';
import { type AnyResource, playChain, removeChain } from './play-chain';

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
  const entries = chain.map(({ path, entity, input }) => ({ path, collection: entity.collection, input }));
  (resources as Resource[]).push(...entries.map((entry) => ({ ...resources[0], ...entry }) as Resource));
  await playChain(chain, true);
  const before = await items();
  equal(await verifyTable({ table: TableName, fix: true, units: 1_000_000 }), 0, 'the table is torn');
  deepEqual(await items(), before);
  for (const { named, relation, entity } of chain) {
    const known = [relation?.attribute, ...named.map(([name]) => name)];
    const own = before.filter(({ pk, sk }) => isId(sk) && String(pk).split('#', 1)[0] === entity.collection);
    const added = own.flatMap(Object.keys).filter((name) => !known.includes(name));
    for (const name of added) notEqual(nameErrorOf(name, 'uniques'), undefined, `a field may be named ${name}`);
  }
};

/** Runs the service's own handlers over random resources, and verifies the table with the items of some of them. */
export const checkModels = async ({ seed }: CheckRun, chainCount: number): Promise<Finding> => {
  const { endpoint, TableName, close } = await startTable(withAnyIndexes);
  setEnvironment(endpoint, TableName);
  // The keys of these items begin as those of claims and of idempotency keys do.
  const generations = [{ from: '2026-01-01T00:00Z', shards: 2 }];
  Object.assign(plan, { UNIQUE: generations, KEY: generations, ORDER: [] });
  const { write } = process.stdout;
  process.stdout.write = () => true;
  let [played, made, refused] = [0, 0, 0];
  const property = fc.asyncProperty(chains, async ({ models, hasOwnership }) => {
    const chain = chainOf(models);
    if (!isAllowed(chain)) refused++;
    else await removeChain(await playChain(chain, hasOwnership));
    made += chain.length;
    played++;
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
  return { measured: `${made} resources in ${played} chains, ${refused} chains refused by the rules`, failures };
};
