import { defineCommand } from '../command';
import { apiOptions, readApi, tableRegion } from '../transfer/commands';
import type { RowGroup } from './groups';
import { sendLine } from './http';
import { createPlayer, mapInParallel, type SendLine } from './play';
import { unplayed } from './played';
import { groupsOf, readStage, type VerifyOptions } from './stage';
import { verifyTable } from './table/verify';

const options = {
  ...apiOptions,
  'read-only': { type: 'boolean', does: 'send only GET, HEAD and OPTIONS, and what has no token' },
  stage: { type: 'string', value: 'name', does: 'expect the 401s of its entry in cdk.json; --read-only needs it' },
  table: { type: 'string', value: 'name', does: 'check a table for torn transactions, instead of a stage' },
  fix: { type: 'boolean', does: 'fix what is torn' },
  remove: { type: 'string', multiple: true, value: 'field', does: 'let --fix remove a field that no model knows' },
  region: tableRegion,
  units: { type: 'string', value: 'number', does: 'capacity units a second for the table; by default 300' },
  from: { type: 'string', value: 'place', does: 'go on where an earlier run stopped, as that run printed it' },
} as const;

/** Plays the groups of a stage. Prints latencies, and a sentence for each broken promise. Returns 1 if there is one, else 0. */
const verifyStage = async ({ url, token, isReadOnly, stage: name }: VerifyOptions) => {
  if (isReadOnly && !name)
    throw new Error('--stage is missing, so an open stage would pass; pass its name, such as --stage prod');
  // A row can replace the token.
  const authorization = token && { authorization: `Bearer ${token}` };
  const send: SendLine = (line, parts) =>
    sendLine(url, line, { ...parts, headers: { ...authorization, ...parts.headers } });
  const stage = await readStage(send, url, name);
  if (stage.guarded.length > 0 && !token)
    process.stdout.write('The stage needs a token, and --token is missing: only what is open is checked.\n');
  if (stage.facts.includes('no options'))
    process.stdout.write('The gateway answers OPTIONS itself: the methods that the service names are not checked.\n');
  const member = stage.guarded.find((line) => line.startsWith('GET ') && line.endsWith('{id}'));
  if (token && member && [401, 403].includes((await send(member, {})).status))
    throw new Error('The stage refuses --token; pass a valid one with the scopes to read and write each resource');
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  // A Ctrl-C arrives twice: from the terminal and from npm. The second signal must not end the removal.
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const { play, remove } = createPlayer(send, new URL(url).origin, stop.signal);
  let left: readonly string[] = [];
  const playGroup = async (group: RowGroup) => ({ isApart: group.needs === 'gateway', ...(await play(group)) });
  const played = await mapInParallel(groupsOf(stage, { token, isReadOnly }), playGroup).finally(async () => {
    left = await remove();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  });
  const asked = played.filter(({ latenciesMs }) => latenciesMs.length > 0);
  process.stdout.write('requests  p50 ms  max ms  result  promise\n');
  for (const { promise, latenciesMs, broken, isApart } of asked) {
    const sorted = latenciesMs.map(Math.round).toSorted((one, other) => one - other);
    const numbers = [sorted.length, sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    const cells = numbers.map((number, i) => String(number).padEnd(i === 0 ? 10 : 8)).join('');
    process.stdout.write(`${cells}${!broken ? 'kept  ' : isApart ? 'apart ' : 'broken'}  ${promise}\n`);
  }
  for (const { sentence } of unplayed) process.stdout.write(`${sentence}\n`);
  const brokenOf = (results: typeof played) => results.flatMap(({ broken }) => broken ?? []);
  const apart = brokenOf(played.filter(({ isApart }) => isApart));
  for (const sentence of apart) process.stdout.write(`Not counted, because the gateway decides it: ${sentence}\n`);
  const broken = brokenOf(played.filter(({ isApart }) => !isApart));
  const sentences = [...(stop.signal.aborted ? ['It was stopped before its end.'] : []), ...broken, ...left];
  for (const sentence of sentences) process.stdout.write(`${sentence}\n`);
  const [, region = 'an unknown region'] = /\.([a-z]+-[a-z-]+-\d)\.amazonaws\./.exec(url) ?? [];
  const times = asked.flatMap(({ latenciesMs }) => latenciesMs).map(Math.round);
  const counted = asked.length - apart.length;
  process.stdout.write(`${stage.info.title} ${stage.info.version} in ${region}
${counted - broken.length} of ${counted} promises kept, ${times.length} requests, the slowest in ${Math.max(0, ...times)} ms
initMs by route: paste the rows of "Cold starts by route" of the dashboard here\n`);
  return sentences.length > 0 ? 1 : 0;
};

/** `npm run verify`: prints a sentence for each broken promise of a stage, or each tear in a table. Returns 1 if there is one. */
export const runVerify = defineCommand({ name: 'npm run verify', options }, async (values) => {
  const { table, units, ...others } = values;
  if (table && values.url) throw new Error('Only the table would be checked, and not the stage; omit --table or --url');
  if (values.fix && !table)
    throw new Error('The stage would be played, and nothing fixed; add --table <name> to --fix');
  if (table) return verifyTable({ ...others, table, units: units === undefined ? undefined : Number(units) });
  return verifyStage({ ...readApi(values), isReadOnly: values['read-only'], stage: values.stage });
});
