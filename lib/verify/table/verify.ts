import type { TableItem } from '../../../functions/dynamodb/client';
import { type Collection, plan, shardOf } from '../../../functions/table/shards';
import { messageOf } from '../../failure';
import { kindOf } from './checks';
import { lookIntoTable, prove, type Suspect, suspectsIn } from './search';
import { openTable } from './table';
import type { Tear } from './tear';

export type VerifyTableOptions = {
  readonly table: string;
  readonly region?: string;
  /** True to mend what is torn. */
  readonly fix?: boolean;
  /** Maximum number of capacity units a second. The default is a tenth of what a partition of DynamoDB can read. */
  readonly units?: number;
  /** Place at which an earlier run has stopped, as that run printed it. */
  readonly from?: string;
};

const PROGRESS_MS = 5000;

const parsePlace = (from: string) => {
  const [pk = '', sk] = Buffer.from(from, 'base64url').toString().split('\n');
  if (!sk) throw new Error(`--from is ${from}; allowed: the text that an earlier run printed`);
  return { pk, sk };
};

const isCollection = (kind: string): kind is Collection => kind in plan;

/** Refuses a table with another plan: this code would look for its items elsewhere, and take them for missing. */
const checkPlan = (items: readonly TableItem[]) => {
  for (const item of items) {
    const [kind, pk, sk] = [kindOf(item), String(item.pk), String(item.sk)];
    if (isCollection(kind) && shardOf(kind, sk) !== pk)
      throw new Error(`The plan of this code does not look for ${sk} in ${pk}; use the commit of the deployed stage`);
  }
};

/**
 * Finds what a torn copy has left in a table, and prints a sentence for each tear. With `fix`, mends it, too. Returns 1 if
 * the table is still torn, else 0.
 */
export const verifyTable = async ({ table: name, region, fix, units = 300, from }: VerifyTableOptions) => {
  if (!(units > 0)) throw new Error(`--units is ${units}; allowed: a number of units a second, such as 300`);
  const start = from === undefined ? undefined : parsePlace(from);
  const table = openTable(name, { region, unitsPerSecond: units });
  let [items, torn, mended, place] = [0, 0, 0, from];
  const counts: Suspect[] = [];
  // Tears to mend when all items have shown that the table has the plan of this code.
  const tears: Tear[] = [];
  const report = async ({ found, mend, writes }: Tear) => {
    torn++;
    const isMended = fix && writes && (await table.mend(writes));
    if (isMended) mended++;
    const verb = isMended ? 'did' : fix ? 'could not' : 'would';
    const reason = fix && !isMended ? ', because an item has changed or was busy, so verify again' : '';
    process.stdout.write(`${found}; ${writes ? `--fix ${verb} ${mend}${reason}` : mend}\n`);
  };
  const progress = () => `${items} items${place ? `; to go on from here, add --from ${place}` : ''}`;
  const timer = setInterval(() => process.stderr.write(`${progress()}\n`), PROGRESS_MS);
  try {
    for await (const { Items = [], LastEvaluatedKey: last } of table.scan(false, start)) {
      checkPlan(Items);
      for (const suspect of await suspectsIn(table, Items)) {
        const [tear] = await prove([suspect], [() => table, () => table]);
        if (tear?.needsScan) counts.push(suspect);
        else if (tear && fix) tears.push(tear);
        else if (tear) await report(tear);
      }
      items += Items.length;
      // A run that goes on must find again what this run has not yet mended.
      if (last && counts.length + tears.length === 0)
        place = Buffer.from(`${last.pk}\n${last.sk}`).toString('base64url');
    }
    for (const tear of tears) await report(tear);
    const looks = [() => table, () => lookIntoTable(table, counts), () => table];
    if (counts.length > 0) for (const tear of await prove(counts, looks)) await report(tear);
  } catch (error) {
    const isMissing = Object(error).name === 'ResourceNotFoundException';
    const reason = isMissing ? `There is no table ${name} in ${await table.client.config.region()}` : messageOf(error);
    throw new Error(`${reason}; checked ${progress()}`);
  } finally {
    clearInterval(timer);
    table.client.destroy();
  }
  process.stdout.write(`${items} items, ${torn === 0 ? 'nothing is torn' : `${torn} torn, ${mended} mended`}\n`);
  return torn > mended ? 1 : 0;
};
