import { setTimeout as pause } from 'node:timers/promises';
import { defineCommand } from '../command';
import { groups } from './groups';
import { type HttpParts, sendLine } from './http';
import type { RowGroup } from './parse';
import { createPlayer, type GroupResult, inParallel } from './play';
import { readStage, refusalsOf, selectGroups } from './stage';

const MAX_TRIES = 5;

/** Sends requests with the token. A row can replace the token; an empty one sends none. Repeats what is throttled. */
const createSender =
  (url: string, token?: string) =>
  async (line: string, { headers = {}, body }: HttpParts) => {
    const { authorization = token && `Bearer ${token}`, ...others } = headers;
    const sent = { headers: { ...others, ...(authorization && { authorization }) }, body };
    for (let tries = 1; ; tries++) {
      const answer = await sendLine(url, line, sent);
      if (answer.status !== 429 || tries === MAX_TRIES) return answer;
      await pause(250 * 2 ** tries);
    }
  };

const formatTable = (results: readonly GroupResult[]) => {
  const rows = results.map(({ promise, latenciesMs, broken }) => {
    const sorted = latenciesMs.toSorted((one, other) => one - other);
    const [p50 = 0, max = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    return [promise, `${sorted.length}`, p50.toFixed(), max.toFixed(), broken ? 'broken' : 'kept'];
  });
  return [['promise', 'requests', 'p50 ms', 'max ms', ''], ...rows]
    .map(([promise = '', ...cells]) => `${promise.padEnd(80)}${cells.map((cell) => cell.padStart(9)).join('')}\n`)
    .join('');
};

type VerifyOptions = { readonly url: string; readonly token?: string; readonly isReadOnly?: boolean };

/** Plays all groups that fit the stage, and prints their latencies. Returns a sentence for each broken promise. */
export const verifyStage = async ({ url, token, isReadOnly = false }: VerifyOptions): Promise<readonly string[]> => {
  const send = createSender(url, token);
  const stage = await readStage(send, url);
  const isGuarded = stage.guarded.length > 0;
  const hasToken = token !== undefined || !isGuarded;
  if (!hasToken)
    process.stdout.write('The stage needs a token, and --token is missing: only what is open is checked.\n');
  if (isGuarded && token && (await send('GET /api/v1/users?email=a@b.c', {})).status !== 200)
    throw new Error('The stage refuses --token; pass a valid one with users:read, users:write and posts:write');
  const all = isGuarded ? [...groups, ...refusalsOf(stage)] : groups;
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const selected = selectGroups(all, stage, { isReadOnly, hasToken });
  const { play, remove } = createPlayer(send, new URL(url).origin, stop.signal);
  const results = new Map<RowGroup, GroupResult>();
  let left: readonly string[] = [];
  try {
    await inParallel(selected, async (group) => results.set(group, await play(group)));
  } finally {
    left = await remove();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
  const played = selected.flatMap((group) => results.get(group) ?? []);
  process.stdout.write(formatTable(played));
  const broken = played.flatMap((result) => result.broken ?? []);
  return [...(stop.signal.aborted ? ['It was stopped before its end.'] : []), ...broken, ...left];
};

const options = {
  url: { type: 'string', value: 'url', does: 'address of the stage, such as https://api.example' },
  token: { type: 'string', value: 'text', does: 'bearer token; better in TOKEN, because all users see a command line' },
  'read-only': { type: 'boolean', does: 'send only GET, HEAD and OPTIONS' },
} as const;

/** `npm run verify`: prints a sentence for each broken promise of a stage, and returns 1 if there is one. */
export const runVerify = defineCommand({ name: 'npm run verify', options }, async (values) => {
  const { url, token = process.env.TOKEN || undefined, 'read-only': isReadOnly } = values;
  if (!url || !URL.canParse(url))
    throw new Error(`--url is ${url ?? 'missing'}; allowed: an address such as https://api.example`);
  const sentences = await verifyStage({ url, token, isReadOnly });
  for (const sentence of sentences) process.stdout.write(`${sentence}\n`);
  return sentences.length > 0 ? 1 : 0;
});
