import { messageOf } from '../../command';
import { type FailedCheck, findFailedChecks, repeatChecks, scanChildren } from './search';
import { openTable } from './table';
import { removeUnknown, unknownIn } from './unknown';

export type VerifyTableOptions = {
  readonly table: string;
  readonly region?: string;
  readonly fix?: boolean;
  /** Maximum number of capacity units a second. The default is a tenth of what a partition of DynamoDB can read. */
  readonly units?: number;
  readonly from?: string;
  /** Attributes that `fix` removes because no model knows them, such as `notes.subtitle`. */
  readonly remove?: readonly string[];
};

const parseStart = (from: string) => {
  const [pk = '', sk] = Buffer.from(from, 'base64url').toString().split('\n');
  if (!sk) throw new Error(`--from is ${from}; allowed: the text that an earlier run printed`);
  return { pk, sk };
};

/** Prints a sentence for each tear of a table. With `fix`, fixes the tears, too. Returns 1 if some are left, else 0. */
export const verifyTable = async ({ table: name, region, fix, units = 300, from, remove = [] }: VerifyTableOptions) => {
  if (!(units > 0)) throw new Error(`--units is ${units}; allowed: a number of units a second, such as 300`);
  const start = from === undefined ? undefined : parseStart(from);
  const table = openTable(name, units, region);
  let [items, torn, fixed, next, isLeft] = [0, 0, 0, from, false];
  // Tears wait for the end of the scan, because a table with another plan gets no fix.
  const waiting: FailedCheck[] = [];
  const unknown = new Map<string, number>();
  const report = async (failed: Parameters<typeof repeatChecks>[0]) => {
    for await (const { tear } of repeatChecks(failed, table)) {
      const { found, fix: advice, writes } = tear;
      torn++;
      const isFixed = fix && writes && (await table.fix(writes));
      if (isFixed) fixed++;
      const verb = isFixed ? 'did' : fix ? 'could not' : 'would';
      const reason = fix && !isFixed ? ', because an item has changed or was busy, so verify again' : '';
      process.stdout.write(`${found}; ${writes ? `--fix ${verb} ${advice}${reason}` : advice}\n`);
    }
  };
  const progress = () => `${items} items${next ? `; to go on from here, add --from ${next}` : ''}`;
  const timer = setInterval(() => process.stderr.write(`${progress()}\n`), 5000);
  try {
    for await (const { Items = [], LastEvaluatedKey: last } of table.scan(false, start)) {
      for await (const failed of repeatChecks(await findFailedChecks(table, Items), table)) {
        if (fix || failed.tear.needsScan) waiting.push(failed);
        else await report([failed]);
      }
      for (const each of Items.flatMap((item) => unknownIn(item))) unknown.set(each, (unknown.get(each) ?? 0) + 1);
      items += Items.length;
      // A run that goes on must find again what this run has not yet reported.
      if (last && waiting.length === 0) next = Buffer.from(`${last.pk}\n${last.sk}`).toString('base64url');
    }
    const needsScan = waiting.some(({ tear }) => tear.needsScan);
    await report(needsScan ? repeatChecks(waiting, await scanChildren(table, waiting)) : waiting);
    for (const [attribute, count] of unknown) {
      const removed = fix && remove.includes(attribute) ? await removeUnknown(table, attribute) : undefined;
      const result = removed === undefined ? `--remove ${attribute} would remove it` : `did remove it from ${removed}`;
      process.stdout.write(`${count} items have ${attribute}, which no model knows; --fix ${result}\n`);
      isLeft ||= (removed ?? count) < count;
    }
  } catch (error) {
    const isMissing = Object(error).name === 'ResourceNotFoundException';
    const reason = isMissing ? `There is no table ${name} in ${await table.client.config.region()}` : messageOf(error);
    throw new Error(`${reason}; checked ${progress()}`);
  } finally {
    clearInterval(timer);
    table.client.destroy();
  }
  process.stdout.write(`${items} items, ${torn === 0 ? 'nothing is torn' : `${torn} torn, ${fixed} fixed`}\n`);
  return torn > fixed || isLeft ? 1 : 0;
};
