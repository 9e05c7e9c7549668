import { groups } from './groups';
import { type HttpParts, sendLine } from './http';
import { createPlayer, type GroupResult, mapInParallel } from './play';
import { readStage, selectGroups, unauthorizedGroup } from './stage';

/** Sends requests with the token. A row can replace the token; an empty one sends none. */
const createSender =
  (url: string, token?: string) =>
  (line: string, { headers = {}, body }: HttpParts) => {
    const { authorization = token && `Bearer ${token}`, ...others } = headers;
    return sendLine(url, line, { headers: { ...others, ...(authorization && { authorization }) }, body });
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
  const all = isGuarded ? [...groups, unauthorizedGroup(stage)] : groups;
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  // A Ctrl-C arrives twice: from the terminal and from npm. The second signal must not end the removal.
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const selected = selectGroups(all, stage, { isReadOnly, hasToken });
  const { play, remove } = createPlayer(send, new URL(url).origin, stop.signal);
  let left: readonly string[] = [];
  const played = await mapInParallel(selected, play).finally(async () => {
    left = await remove();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  });
  process.stdout.write(formatTable(played.filter(({ latenciesMs }) => latenciesMs.length > 0)));
  const broken = played.flatMap((result) => result.broken ?? []);
  return [...(stop.signal.aborted ? ['It was stopped before its end.'] : []), ...broken, ...left];
};
