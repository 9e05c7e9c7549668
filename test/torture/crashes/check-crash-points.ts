import { join } from 'node:path';
import type { Row } from '../../../functions/http/row';
import * as routes from '../../../functions/routes';
import { readTemplate } from '../../../lib/local/template/template';
import { eventOf } from '../../support/event';
import { ENOUGH, type Finding, type Run } from '../check';
import { wrongWhileClosed } from '../deletion/closing';
import { type Inside, startInside } from '../inside';
import { brokenIn } from '../invariants';
import { type Request, waysThrough } from './crash-ways';
import { type Point, startGuillotine } from './guillotine';

/** What the same request may be answered when it is sent again: an answer was owed, and the first may have been applied. */
const repeatable = ({ line, headers = {} }: Request): readonly number[] => {
  if (headers['idempotency-key']) return [201];
  if (headers['if-none-match']) return [201, 412];
  if (line.startsWith('POST /api')) return [201, 409];
  if (line.startsWith('POST /posts')) return [201];
  return line.startsWith('DELETE') ? [204, 404] : [200];
};

type Items = Awaited<ReturnType<Inside['items']>>;

/** A key item only with its resource: none of these ways deletes what was created under a key. */
const strayKeys = (items: Items) => {
  const ids = new Set(items.filter(({ pk }) => pk === 'USER' || pk === 'POST').map(({ sk }) => sk));
  const stray = items.filter(({ sk, id }) => sk === 'KEY' && !ids.has(id));
  return stray.map(({ id }) => `a key is of ${id}, which is not there`);
};

/** After the repetition: one resource of a keyed creation, and no post of a user who went. */
const wrongAfter = (items: Items, { line, body, headers = {} }: Request) => {
  const made = items.filter((item) => Object.entries(body ?? {}).every(([name, value]) => item[name] === value));
  const gone = line.endsWith('?force=true') ? line.split(/[/?]/).at(-2) : undefined;
  return [
    ...(headers['idempotency-key'] && made.length !== 1 ? [`the key made ${made.length} resources`] : []),
    ...items.filter(({ sk, userId }) => gone && (sk === gone || userId === gone)).map(({ sk }) => `${sk} is left`),
  ];
};

const environmentOf = (assembly: string, name: string) => {
  const variables = readTemplate(assembly).functions.find((lambda) => lambda.name === name)?.environment;
  const keys = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
  const BUNDLE = join(assembly, 'bundles', name, `${name}.cjs`);
  return { ...variables, ...keys, BUNDLE, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };
};

type Size = { readonly ways: 'all' | readonly string[] };

/** Every crash point: each way is cut before and after each of its calls; then all must hold, and it is repeated. */
export const checkCrashPoints = async ({ seed, assembly, progress }: Run, { ways }: Size): Promise<Finding[]> => {
  const inside = await startInside({ assembly, seed });
  const guillotine = await startGuillotine(inside.faults.url);
  const failures: string[] = [];
  const seen = new Set<string>();
  let points = 0;

  /** True when the way has such a point. */
  const cut = async (way: (typeof waysThrough)[number], point: Point) => {
    const [name, prepare] = way;
    const [rowName = ''] = name.split(' ');
    const request = await prepare(inside.ask);
    const [line = '', query] = request.line.split('?');
    const EVENT = JSON.stringify(eventOf(line, { ...request, query }));
    const status = await guillotine.run({ ...environmentOf(assembly, rowName), EVENT }, point);
    const problems = status === undefined ? [] : [200, 201, 204].includes(status) ? [] : [`answered ${status}`];
    if (status === undefined) points++;
    const before = await inside.items();
    problems.push(...brokenIn(before), ...strayKeys(before));
    const closing = before.find(({ sk, closedUntil }) => closedUntil && request.line.includes(sk));
    if (closing) problems.push(...(await wrongWhileClosed(inside, closing.sk)));
    const { status: again } = await inside.ask(request.line, request);
    if (!repeatable(request).includes(again)) problems.push(`repeated, it answered ${again}`);
    const after = await inside.items();
    problems.push(...brokenIn(after), ...strayKeys(after), ...(status ? [] : wrongAfter(after, request)));
    failures.push(...problems.map((problem) => `${name}, ${point.side} call ${point.call}: ${problem}`));
    seen.add(rowName);
    return status === undefined;
  };

  for (const way of waysThrough) {
    if (ways !== 'all' && !ways.includes(way[0])) continue;
    progress(`${points} points, ${way[0]}`);
    for (let call = 1; await cut(way, { call, side: 'before' }); call++) await cut(way, { call, side: 'after' });
  }
  await guillotine.close();
  await inside.close();
  const missing = Object.entries<Row>(routes).filter(([name, { table }]) => ways === 'all' && table && !seen.has(name));
  failures.push(...missing.map(([name]) => `no way goes through ${name}`));
  return [
    {
      promise: 'every crash point: the process is killed before and after each call to the table',
      measured: `${points} points of ${seen.size} routes`,
      failures: failures.slice(0, ENOUGH),
    },
  ];
};
