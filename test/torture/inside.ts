import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as routes from '../../functions/routes';
import { createTables } from '../../lib/local/database/tables';
import { readTemplate } from '../../lib/local/template/template';
import { place } from '../../lib/place';
import { awakeMs, clearAwakeTimeout, setAwakeTimeout } from '../support/awake';
import { eventOf } from '../support/event';
import { startOwnDatabase } from '../support/own-database';
import type { FaultKind } from './fault-kinds';
import { startFaults } from './faults';
import { scan } from './scan';

type Handler = (
  event: APIGatewayProxyEventV2,
  context: { getRemainingTimeInMillis(): number },
) => Promise<APIGatewayProxyStructuredResultV2>;

type Asked = { readonly headers?: Record<string, string>; readonly body?: unknown; readonly leftMs?: number };

export type Answer = {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly text: string;
  /** The body, where there is one. */
  readonly body: Json;
  readonly ms: number;
  /** What the function logged meanwhile. */
  readonly log: readonly string[];
};

// biome-ignore lint/suspicious/noExplicitAny: what a check expects of an answer is what it is there to check
type Json = any;

/** A clock that can be set ahead of the machine's. */
const startClock = () => {
  let aheadMs = 0;
  class OwnDate extends Date {
    constructor(value?: string | number) {
      super(value ?? OwnDate.now());
    }
    static override now = () => Date.now() + aheadMs;
  }
  const setAhead = (ms: number) => {
    aheadMs = ms;
  };
  return { OwnDate, setAhead };
};

type Own = {
  readonly environment: Record<string, string>;
  readonly write: (line: string) => boolean;
  readonly OwnDate: typeof Date;
};

/** A fresh instance of a bundle, with an environment, an output and a clock of its own. */
const load = (file: string, { environment, write, OwnDate }: Own): Handler => {
  const own = Object.create(process, { env: { value: environment }, stdout: { value: { write } } });
  const module: { exports: { handler?: Handler } } = { exports: {} };
  // Code that is compiled here cannot import; of what comes with Node, `await` takes either.
  const source = readFileSync(file, 'utf8').replaceAll('await import("node:', 'await require("node:');
  // A pause of the machine would be a timeout of a call, so the timers of the function leave pauses out.
  const globals = { process: own, Date: OwnDate, setTimeout: setAwakeTimeout, clearTimeout: clearAwakeTimeout };
  const run = compileFunction(source, ['module', 'exports', 'require', ...Object.keys(globals)], { filename: file });
  run(module, module.exports, createRequire(file), ...Object.values(globals));
  if (!module.exports.handler) throw new Error(`${file} exports no handler`);
  return module.exports.handler;
};

type InsideOptions = {
  readonly assembly: string;
  readonly seed: number;
  /** A folder of other bundles than those of the assembly. */
  readonly bundles?: string;
  /** The kinds of faults that happen; by default all of them. */
  readonly only?: readonly FaultKind[];
};

/** The deployed bundles in this process, over an embedded DynamoDB that fails as often as `faults` is told to. */
export const startInside = async ({ assembly, seed, bundles = join(assembly, 'bundles'), only }: InsideOptions) => {
  const { tables, functions } = readTemplate(assembly);
  const [{ name: table } = { name: '' }] = tables;
  const database = await startOwnDatabase();
  await createTables(database.endpoint, tables);
  const faults = await startFaults({ endpoint: database.endpoint, seed, only });

  let asked = 0;
  let brokenLines = 0;
  const logs = new Map<unknown, string[]>();
  const write = (line: string) => {
    try {
      logs.get(JSON.parse(line).requestId)?.push(line);
    } catch {
      brokenLines++;
    }
    return true;
  };
  const environment = {
    AWS_REGION: place.region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    AWS_ENDPOINT_URL_DYNAMODB: faults.url,
  };
  const { OwnDate, setAhead } = startClock();
  const handlers = new Map(
    Object.entries(routes).map(([name, { routeKey }]) => {
      const variables = functions.find((lambda) => lambda.name === name)?.environment;
      const own = { environment: { ...variables, ...environment }, write, OwnDate: OwnDate as typeof Date };
      return [routeKey as string, load(join(bundles, name, `${name}.cjs`), own)];
    }),
  );

  /** Asks as API Gateway would: `PATCH /posts/…`, `GET /posts?limit=3`. */
  const ask = async (line: string, { headers, body, leftMs = 10_000 }: Asked = {}): Promise<Answer> => {
    const [request = '', query] = line.split('?');
    const event = eventOf(request, { headers, body, query });
    const handler = handlers.get(event.routeKey);
    if (!handler) throw new Error(`No row of the route table is ${event.routeKey}`);
    const startedMs = awakeMs();
    const deadlineMs = Date.now() + leftMs;
    const log: string[] = [];
    const requestId = `request-${++asked}`;
    event.requestContext.requestId = requestId;
    logs.set(requestId, log);
    const answer = await handler(event, { getRemainingTimeInMillis: () => deadlineMs - Date.now() });
    logs.delete(requestId);
    const { statusCode: status = 0, headers: given = {}, body: text = '' } = answer;
    const seen = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    return {
      status,
      headers: seen,
      text,
      body: text ? JSON.parse(text) : undefined,
      ms: awakeMs() - startedMs,
      log,
    };
  };

  return {
    ask,
    /** Sets the clock of all functions ahead. */
    setAhead,
    faults,
    /** Every item of the table, past all faults. */
    items: () => scan(database.endpoint, table),
    brokenLines: () => brokenLines,
    close: async () => {
      await faults.close();
      await database.close();
    },
  };
};

export type Inside = Awaited<ReturnType<typeof startInside>>;
