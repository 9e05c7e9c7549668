import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { resources } from '../../../functions/resources';
import { setEnvironment } from '../../support/dynamodb/endpoint';
import { randomOf } from '../../support/random';
import { ask, loadHandler } from '../../support/resources';
import { invoke, respondTo } from '../../support/unit/event';
import { undocumented } from '../../support/valid';
import { type CheckRun, type Finding, MAX_FAILURES } from '../check';
import { startTable } from '../explore/table';
import { MARK } from '../values';
import { requestOf } from './requests';

const MAX_TRIES = 5;

type FuzzedRequest = ReturnType<typeof requestOf>;

/** Calls the handler of a request. `cpuMs` is the CPU time of the handler. */
const send = async ({ route, event }: FuzzedRequest) => {
  const used = process.cpuUsage();
  const result = await respondTo(loadHandler(route), event).catch(({ stack }) => ({ statusCode: 599, body: stack }));
  const { user, system } = process.cpuUsage(used);
  return { ...(await invoke(async () => result, event)), cpuMs: (user + system) / 1000 };
};

/** Lists what the contract does not allow in a response. The OpenAPI document is the contract. */
const problemsOf = (
  { line, isOwn, expected, fields = {} }: FuzzedRequest,
  response: Awaited<ReturnType<typeof send>>,
) => {
  const { status, headers, body } = response;
  const received = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const isRefused = !isOwn && [400, 413, 415].includes(status);
  const isExpected = expected.length > 0 ? expected.includes(status) : !isRefused && status < 500;
  const changed = Object.entries(fields).filter(
    ([name, value]) =>
      !isOwn && status < 300 && value !== null && name in Object(body) && !isDeepStrictEqual(body[name], value),
  );
  return [
    ...undocumented(line, { status, headers: received, text, body }),
    ...(isExpected ? [] : [`the status is ${status}, expected is ${expected.join(' or ') || 'no refusal'}: ${text}`]),
    ...(received['x-content-type-options'] === 'nosniff' ? [] : ['the header nosniff is missing']),
    ...changed.map(([name]) => `${name} came back changed`),
  ];
};

const isWrongLine = (line: string) => line.includes(MARK) || !/^\{.*\}\n$/.test(line) || !JSON.parse(line);

/** Lists the properties of the prototypes that requests could pollute. */
const prototypes = () =>
  String([Object, Array, String, Function, Map].flatMap(({ prototype }) => Reflect.ownKeys(prototype).map(String)));

/** Sends random requests, half of them hostile, to all handlers in this process, on an embedded DynamoDB. */
export const checkFuzz = async (
  { seed }: CheckRun,
  { requests, maxCpuMs = 50 }: { requests: number; maxCpuMs?: number },
): Promise<Finding> => {
  const { endpoint, TableName, close } = await startTable();
  setEnvironment(endpoint, TableName);
  const failures: string[] = [];
  const onRejection = (reason: unknown) => failures.push(`unhandled rejection: ${reason}`);
  process.on('unhandledRejection', onRejection);
  const { write } = process.stdout;
  const lines: string[] = [];
  process.stdout.write = (line: unknown) => lines.push(String(line)) > 0;
  const before = prototypes();
  let [accepted, slowestMs, index] = [0, 0, 0];
  try {
    for (const { path, examples } of resources)
      for (const { id, ...body } of examples.stored)
        await ask(`PUT ${path}/${id}`, { headers: { 'if-none-match': '*' }, body });
    for (; index < requests && failures.length < MAX_FAILURES; index++) {
      const request = requestOf(randomOf(seed ^ Math.imul(index + 1, 0x9e3779b1)));
      const response = await send(request);
      const problems = problemsOf(request, response);
      let { cpuMs } = response;
      // The shortest of some tries, because the garbage collector runs in between.
      for (let tries = 0; tries < MAX_TRIES && cpuMs > maxCpuMs; tries++)
        cpuMs = Math.min(cpuMs, (await send(request)).cpuMs);
      slowestMs = Math.max(slowestMs, cpuMs);
      if (cpuMs > maxCpuMs) problems.push(`it takes ${Math.round(cpuMs)} ms of CPU time`);
      for (const line of lines.splice(0).filter(isWrongLine)) problems.push(`it logs ${line}`);
      if (Number(response.status) < 400) accepted++;
      if (problems.length > 0)
        failures.push(`request ${index}, ${request.route.routeKey}: ${problems.join('; ').slice(0, 800)}`);
      if (index % 500 === 0) await setImmediate();
    }
    if (prototypes() !== before) failures.push('a prototype has changed');
  } finally {
    process.stdout.write = write;
    process.off('unhandledRejection', onRejection);
    await close();
  }
  const measured = `${index} requests, ${accepted} accepted, ${Math.round(slowestMs)} ms of CPU time at most`;
  return { measured, failures };
};
