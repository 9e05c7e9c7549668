import type { Random } from '../../support/random';
import { type startExplorer, tagsOf } from '../explore/explore';
import type { Choose, ExploredRequest, Run, Scenario, Slot } from '../explore/run';
import type { History } from './history';

/** Requests that meet, and the faults of their calls. */
type Round = {
  readonly requests: readonly ExploredRequest[];
  readonly faults: number;
  readonly choose?: Choose;
};

type Explorer = Awaited<ReturnType<typeof startExplorer>>;

export type PlayGround = {
  readonly explorer: Explorer;
  readonly history: History;
  readonly scenario: Scenario;
  readonly table: Awaited<ReturnType<Explorer['setUp']>>;
  readonly random: Random;
};

const ROUND_MS = 1_000;

const isUnanswered = ({ response }: Slot) => !response || response.status === 503;

export const writesIn = (requests: readonly ExploredRequest[]) =>
  requests.filter(({ line, walked }) => !line.startsWith('GET') && !walked);

/** Starts a run on the table of a scenario. Each round comes a second after the one before it. */
const startRun = async ({ explorer, history, scenario, table, random }: PlayGround) => {
  explorer.restore(table.items);
  await history.begin();
  const rounds: Run[] = [];
  return {
    rounds,
    play: async ({ requests, faults, choose = ({ length }) => random.below(length) }: Round) => {
      const aheadMs = (scenario.aheadMs ?? ROUND_MS) + rounds.length * ROUND_MS;
      const tags = tagsOf(history.state().items);
      const run = await explorer.play({ ...scenario, aheadMs }, requests, { choose, faults, tags });
      rounds.push(run);
      return run;
    },
    /** Writes an item again as it is, of which the embedded database has a record. Lets the idempotency keys expire. */
    disturb: async () => {
      const { TableName, send } = history;
      const { items } = history.state();
      if (items.length > 0) await send('PutItem', JSON.stringify({ TableName, Item: random.pick(items) }));
      for (const { pk, sk } of items.filter((item) => item.sk?.S === 'KEY'))
        await send('DeleteItem', JSON.stringify({ TableName, Key: { pk, sk } }));
    },
  };
};

/** Plays a request with a fault, and repeats the request if it got no answer. */
export const playAlone = async (ground: PlayGround, request: ExploredRequest, choose: Choose) => {
  const run = await startRun(ground);
  const { slots } = await run.play({ requests: [request], faults: 1, choose });
  if (slots.some(isUnanswered)) await run.play({ requests: [request], faults: 0 });
  return run.rounds;
};

/** Plays drawn requests in rounds. The requests of the setup make again what was deleted. A client repeats some of those that got no answer. */
export const drawRun = async (ground: PlayGround) => {
  const { random, scenario } = ground;
  const writes = writesIn([...scenario.requests, ...scenario.setup]);
  const run = await startRun(ground);
  for (let left = 2 + random.below(5); left > 0; left--) {
    const requests = Array.from({ length: 1 + random.below(3) }, () => random.pick(writes));
    const { slots } = await run.play({ requests, faults: random.below(3) });
    const again = slots.filter((slot) => isUnanswered(slot) && random.chance(0.5)).map(({ request }) => request);
    if (again.length > 0) await run.play({ requests: again, faults: 0 });
    if (random.chance(0.3)) await run.disturb();
  }
  return run.rounds;
};

/**
 * Returns what is wrong with the answers of a run, beside the changes of the table: each acknowledged write has made a revision,
 * or has found the resource in it, and each acknowledged deletion has taken a resource away.
 */
export const unprovenAnswer = (
  rounds: readonly Run[],
  changes: Awaited<ReturnType<History['end']>>['changes'],
  start: Run['items'],
) => {
  const revisions = new Set([...start, ...changes.map(({ after }) => after)].map((item) => item?.rev?.S));
  const deleted = new Set(changes.flatMap(({ before, after }) => (after ? [] : (before?.sk?.S ?? []))));
  const answered = rounds.flatMap(({ slots }) => slots).filter((slot) => !isUnanswered(slot));
  const unknown = answered.find(({ request: { line }, response: { status = 0, etag, code } = {} }) => {
    const [id = ''] = /[^/?]+(?=\?|$)/.exec(line) ?? [];
    if (line.startsWith('DELETE')) return status === 204 && !deleted.has(id);
    // The answer to a repeated key has the revision of the first answer.
    return status < 300 && etag !== undefined && code !== 'replayed' && !revisions.has(etag.replaceAll('"', ''));
  });
  return unknown && `${unknown.request.line} is answered ${unknown.response?.status}, and the table has no such change`;
};
