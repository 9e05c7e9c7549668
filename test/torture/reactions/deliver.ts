import { firstVersions } from '../../../functions/kit/resources';
import type { Pattern } from '../../../lib/local/template/mapping';
import { changesPattern } from '../../../lib/stack/jobs/changes-pattern';
import type { Random } from '../../support/random';
import type { Deployment } from '../explore/instance';
import { deliverStream } from './event-source';
import type { History } from './history';
import { openLedger } from './ledger';
import { type NotesTable, openNotes, withChains } from './notes';
import { splitShard } from './shards';
import type { TrueChange } from './shown';
import { type Counts, drawTrouble } from './trouble';
import { startTurns } from './turns';

export type DeliveryGround = {
  readonly deployment: Deployment;
  readonly table: NotesTable;
  readonly random: Random;
  readonly counts: Counts;
  /** Returns the filter of a function. By default that of the stack. */
  readonly patternOf?: (...collections: readonly string[]) => Pattern;
  /** True for a filter that lets items pass which are no resources. The reader then has to leave these out. */
  readonly letsOthersPass?: boolean;
};

type Played = Pick<Awaited<ReturnType<History['end']>>, 'records'> & {
  readonly changes: readonly TrueChange[];
  readonly ownership: boolean;
};

/** Delivers the records of a run once, to a function for each resource or to one for all. Returns what is wrong. */
export const deliverOnce = async (ground: DeliveryGround, { records, changes, ownership }: Played) => {
  const { deployment, table, random, counts, patternOf = changesPattern, letsOthersPass = false } = ground;
  const all = firstVersions.map(({ collection }) => collection);
  const ledger = openLedger(changes);
  const stream = splitShard(withChains(records), random);
  const functions = random.chance(0.5) ? [all] : all.map((collection) => [collection]);
  const turns = startTurns(table.send, random);
  const isCounted = random.chance(0.5);
  const made = await openNotes(table, isCounted);
  const delivered = Promise.all(
    functions.map((collections) =>
      deliverStream(stream, {
        deployment,
        ownership,
        collections,
        patterns: [patternOf(...collections)],
        letsOthersPass,
        trouble: drawTrouble(random, counts),
        ledger,
        turns,
        tallyId: made.tallyId,
      }),
    ),
  );
  await turns.play(delivered);
  ledger.end();
  return [...ledger.problems, ...(await made.end(ledger.arrived()))];
};
