import { deepEqual, equal, notEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { isId } from '../../../functions/kit/model/id';
import { attributeOf } from '../../../functions/kit/model/models';
import { firstVersions } from '../../../functions/kit/resources';
import { parents } from '../../../functions/kit/resources.built';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { plan } from '../../../functions/plan';
import { resources } from '../../../functions/resources';
import { createTables, deleteTables } from '../../../lib/local/database/tables';
import { nameErrorOf } from '../../../lib/models/field-rules';
import { modelErrors } from '../../../lib/models/model-rules';
import { versionErrors } from '../../../lib/models/version-rules';
import { uniqueFields, uniqueFieldsOf } from '../../../lib/verify/table/claims';
import { verifyTable } from '../../../lib/verify/table/verify';
import { setEnvironment } from '../../support/dynamodb/endpoint';
import { startOwnDatabase } from '../../support/dynamodb/own-database';
import { scan } from '../../support/dynamodb/scan';
import type { CheckRun, Finding } from '../check';
import { chains, MAX_LEVELS } from './any-model';
import { type AnyResource, chainOf } from './any-resource';
import { type Chain, fitsTable, tableOf } from './any-table';
import { playChain, removeChain } from './play-chain';

/** Describes the versions of a chain as the project would. */
const resourcesOf = (chain: Chain) =>
  chain.flat().map(({ entity, input }) => ({ ...resources[0], ...entity, input }) as Resource);

const isAllowed = (chain: Chain) => {
  const all = resourcesOf(chain);
  const lists = chain.flat().map(({ path, listRoute }) => [path, listRoute]);
  return fitsTable(chain) && modelErrors(Object.fromEntries(lists), all).length + versionErrors(all).length === 0;
};

/**
 * Leaves the items of a chain in the table. Checks that the verification of the table finds nothing to fix, and that no field
 * can have the name of an attribute that the service adds to an item.
 */
const playTable = async (chain: Chain, seed: number, items: () => ReturnType<typeof scan>) => {
  const firsts = resourcesOf(chain.map(([first]) => (first ? [first] : [])));
  (resources as Resource[]).push(...resourcesOf(chain));
  (firstVersions as Resource[]).push(...firsts);
  uniqueFields.push(...firsts.flatMap(uniqueFieldsOf));
  (parents as string[]).push(...firsts.slice(0, -1).map(({ collection }) => collection));
  await playChain(chain, true, seed);
  const before = await items();
  equal(await verifyTable({ table: `${process.env.TABLE_NAME}`, fix: true, units: 1_000_000 }), 0, 'the table is torn');
  deepEqual(await items(), before);
  for (const versions of chain) {
    const [collection] = versions.map(({ entity }) => entity.collection);
    const fields = versions.flatMap(({ input }) => Object.entries(input));
    const known = fields.flatMap(([name, field]) => [name, attributeOf(`${collection}`, name, field)]);
    const own = before.filter(({ pk, sk }) => isId(sk) && String(pk).split('#', 1)[0] === collection);
    const added = own.flatMap(Object.keys).filter((name) => !known.includes(name));
    for (const name of added) notEqual(nameErrorOf(name, 'uniques'), undefined, `a field may be named ${name}`);
  }
};

/** Runs the service's own handlers over random resources, and verifies the table with the items of some of them. */
export const checkModels = async ({ seed }: CheckRun, chainCount: number): Promise<Finding> => {
  const { endpoint, close } = await startOwnDatabase();
  /** Gives a chain a table of its own. */
  const withTable = async (chain: Chain, play: (items: () => ReturnType<typeof scan>) => Promise<void>) => {
    const tables = [tableOf(chain, `chain-${played}`)];
    await createTables(endpoint, tables);
    setEnvironment(endpoint, tables[0]?.TableName);
    await play(() => scan(endpoint, `chain-${played}`)).finally(() => deleteTables(endpoint, tables));
  };
  // The keys of these items begin as those of claims and of idempotency keys do.
  const generations = [
    { from: '2026-01-01T00:00Z', shards: 2 },
    { from: '2026-07-01T00:00Z', shards: 3 },
  ];
  Object.assign(plan, { UNIQUE: generations, KEY: generations, ORDER: [] });
  const { write } = process.stdout;
  process.stdout.write = () => true;
  let [played, made, refused] = [0, 0, 0];
  const property = fc.asyncProperty(chains, async ({ models, hasOwnership, fromSecond, seed }) => {
    const chain = chainOf(models);
    if (!isAllowed(chain)) refused++;
    else
      await withTable(chain, async (items) => {
        await removeChain(await playChain(chain, hasOwnership, seed), fromSecond);
        // The keys of POST live for a day.
        const left = (await items()).filter(({ sk }) => sk !== 'KEY');
        deepEqual(left, [], 'the deletion of a chain leaves items');
      });
    made += chain.flat().length;
    played++;
  });
  const failures: string[] = [];
  try {
    const found = await fc.check(property, { seed, numRuns: chainCount, endOnFailure: true });
    const reason = String(Object(found.errorInstance).stack).slice(0, 1500);
    if (found.failed) failures.push(`chain ${found.counterexamplePath}: ${reason}`);
    const longest = fc.sample(chains, { seed, numRuns: 100 }).map(({ models }) => chainOf(models));
    const hasTwoParents = ([first]: readonly AnyResource[]) => first?.relations.length === 2;
    const last = longest.find(
      (chain) => chain.length === MAX_LEVELS && chain.slice(1).every(hasTwoParents) && isAllowed(chain),
    );
    await withTable(last ?? [], (items) => playTable(last ?? [], seed, items));
  } catch (error) {
    failures.push(String(Object(error).stack));
  } finally {
    process.stdout.write = write;
    delete process.env.OWNERSHIP;
    await close();
  }
  return {
    measured: `${made} versions of resources in ${played} chains, ${refused} chains refused by the rules`,
    failures,
  };
};
