import { join } from 'node:path';
import type { Route } from '../../../functions/http/route';
import * as routes from '../../../functions/routes';
import { eventOf } from '../../support/event';
import { type CheckRun, type Finding, MAX_FAILURES } from '../check';
import { closedUserProblems } from '../deletion/closed-user';
import { startInProcess } from '../in-process';
import { brokenInvariants, type StoredItems } from '../invariants';
import { type CrashPoint, startCrashProxy } from './crash-proxy';
import { scenarios as allScenarios, type CrashRequest } from './scenarios';

/**
 * Lists the statuses that are allowed when a request is repeated after the crash. The first request may or may not have
 * been applied.
 */
const allowedOnRepeat = ({ line, headers = {} }: CrashRequest): readonly number[] => {
  if (headers['idempotency-key']) return [201];
  if (headers['if-none-match']) return [201, 412];
  if (line.startsWith('POST /api')) return [201, 409];
  if (line.startsWith('POST /posts')) return [201];
  return line.startsWith('DELETE') ? [204, 404] : [200];
};

/** Lists idempotency keys without their resource. No scenario deletes a resource that was created under a key. */
const keysWithoutResource = (items: StoredItems) => {
  const ids = new Set(items.filter(({ pk }) => pk === 'USER' || pk === 'POST').map(({ sk }) => sk));
  const orphans = items.filter(({ sk, id }) => sk === 'KEY' && !ids.has(id));
  return orphans.map(({ id }) => `an idempotency key names ${id}, which does not exist`);
};

/** Checks the table after the repetition: one resource for a key, and no item of a user who was deleted by force. */
const problemsAfterRepeat = (items: StoredItems, { line, body, headers = {} }: CrashRequest) => {
  const created = items.filter((item) => Object.entries(body ?? {}).every(([name, value]) => item[name] === value));
  const removedId = line.endsWith('?force=true') ? line.split(/[/?]/).at(-2) : undefined;
  const left = items.filter(({ sk, userId }) => removedId && (sk === removedId || userId === removedId));
  return [
    ...(headers['idempotency-key'] && created.length !== 1 ? [`the key created ${created.length} resources`] : []),
    ...left.map(({ sk }) => `the item ${sk} is left after the deletion`),
  ];
};

type CrashSize = { readonly scenarios: 'all' | readonly string[] };

/**
 * Kills a function before and after each DynamoDB call of each scenario. Then the invariants of the table must hold,
 * and the repeated request must succeed.
 */
export const checkCrashPoints = async (
  { seed, assembly, progress }: CheckRun,
  { scenarios }: CrashSize,
): Promise<Finding[]> => {
  const service = await startInProcess({ assembly, seed });
  const crashProxy = await startCrashProxy(service.faults.url);
  const failures: string[] = [];
  const seenRows = new Set<string>();
  let points = 0;

  /** Crashes a scenario at a point. Returns false when the scenario finishes before that point. */
  const crashAt = async ([name, prepare]: (typeof allScenarios)[number], point: CrashPoint) => {
    const [rowName = ''] = name.split(' ');
    const request = await prepare(service.invoke);
    const [line = '', query] = request.line.split('?');
    const EVENT = JSON.stringify(eventOf(line, { ...request, query }));
    const BUNDLE = join(assembly, 'bundles', rowName, `${rowName}.cjs`);
    const status = await crashProxy.run({ ...service.environmentOf(rowName), BUNDLE, EVENT }, point);
    const problems = status === undefined || [200, 201, 204].includes(status) ? [] : [`the response is ${status}`];
    if (status === undefined) points++;
    const before = await service.items();
    problems.push(...brokenInvariants(before), ...keysWithoutResource(before));
    const closed = before.find(({ sk, closedUntil }) => closedUntil && request.line.includes(sk));
    if (closed) problems.push(...(await closedUserProblems(service, closed.sk)));
    const { status: repeated } = await service.invoke(request.line, request);
    if (!allowedOnRepeat(request).includes(repeated)) problems.push(`the repeated request is answered ${repeated}`);
    const after = await service.items();
    problems.push(...brokenInvariants(after), ...keysWithoutResource(after));
    if (!status) problems.push(...problemsAfterRepeat(after, request));
    failures.push(...problems.map((problem) => `${name}, killed ${point.side} call ${point.call}: ${problem}`));
    seenRows.add(rowName);
    return status === undefined;
  };

  for (const scenario of allScenarios) {
    if (scenarios !== 'all' && !scenarios.includes(scenario[0])) continue;
    progress(`${points} crash points, ${scenario[0]}`);
    for (let call = 1; await crashAt(scenario, { call, side: 'before' }); call++)
      await crashAt(scenario, { call, side: 'after' });
  }
  await crashProxy.close();
  await service.close();
  const rows = Object.entries<Route>(routes);
  const missing = rows.filter(([name, { actions }]) => scenarios === 'all' && actions && !seenRows.has(name));
  failures.push(...missing.map(([name]) => `no scenario covers the route ${name}`));
  return [
    {
      promise: 'a function that is killed before or after any call to the table leaves no write half done',
      measured: `${points} crash points on ${seenRows.size} routes`,
      failures: failures.slice(0, MAX_FAILURES),
    },
  ];
};
