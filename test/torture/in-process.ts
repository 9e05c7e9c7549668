import { join } from 'node:path';
import * as routes from '../../functions/routes';
import { createTables } from '../../lib/local/database/tables';
import { readTemplate } from '../../lib/local/template/template';
import { localAccount } from '../../lib/local-account';
import { awakeMs } from '../support/awake';
import { eventOf } from '../support/event';
import { startOwnDatabase } from '../support/own-database';
import type { FaultKind } from './fault-proxy/fault-kinds';
import { startFaultProxy } from './fault-proxy/fault-proxy';
import { createClock, loadBundle } from './load-bundle';
import { scan } from './scan';

type InvokeOptions = {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Claims of the caller's token. */
  readonly claims?: Record<string, string>;
  readonly leftMs?: number;
};

/** The response of an invoked function. */
export type InvokeResponse = {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly text: string;
  /** The parsed JSON body; undefined when the response has no body. */
  readonly body: Json;
  readonly ms: number;
  /** The lines that the function logged for this request. */
  readonly log: readonly string[];
};

// biome-ignore lint/suspicious/noExplicitAny: a check reads any field of a body, and fails when the field is missing
type Json = any;

type InProcessOptions = {
  readonly assembly: string;
  readonly seed: number;
  /** The folder of the bundles. By default the bundles of the assembly. */
  readonly bundles?: string;
  /** The kinds of faults to inject. By default all kinds. */
  readonly only?: readonly FaultKind[];
  readonly ownership?: boolean;
};

/**
 * Loads the deployed bundles into this process. An embedded DynamoDB stores their data, and a proxy in front of it
 * injects faults at the rate that `faults.setRate` sets.
 */
export const startInProcess = async ({
  assembly,
  seed,
  bundles = join(assembly, 'bundles'),
  only,
  ownership,
}: InProcessOptions) => {
  const { tables, functions } = readTemplate(assembly);
  const [{ TableName } = { TableName: '' }] = tables;
  const database = await startOwnDatabase();
  await createTables(database.endpoint, tables);
  const faults = await startFaultProxy({ endpoint: database.endpoint, seed, only });

  let requestCount = 0;
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
  /** Returns the environment variables of a function. */
  const environmentOf = (name: string): Record<string, string> => ({
    ...functions.find((lambda) => lambda.name === name)?.environment,
    ...(ownership && { OWNERSHIP: 'true' }),
    AWS_REGION: localAccount.region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    AWS_ENDPOINT_URL_DYNAMODB: faults.url,
  });
  const { ShiftedDate, setAhead } = createClock();
  const handlers = new Map(
    Object.entries(routes).map(([name, { routeKey }]) => {
      const globals = { environment: environmentOf(name), write, OwnDate: ShiftedDate };
      return [routeKey as string, loadBundle(join(bundles, name, `${name}.cjs`), globals)];
    }),
  );

  /** Invokes the function of a route with the event that API Gateway would send, such as `GET /posts?limit=3`. */
  const invoke = async (
    line: string,
    { headers, body, claims, leftMs = 10_000 }: InvokeOptions = {},
  ): Promise<InvokeResponse> => {
    const [request = '', query] = line.split('?');
    const event = eventOf(request, { headers, body, claims, query });
    const handler = handlers.get(event.routeKey);
    if (!handler) throw new Error(`The route table has no route ${event.routeKey}`);
    const startedMs = awakeMs();
    const deadlineMs = Date.now() + leftMs;
    const log: string[] = [];
    const requestId = `request-${++requestCount}`;
    event.requestContext.requestId = requestId;
    logs.set(requestId, log);
    const response = await handler(event, { getRemainingTimeInMillis: () => deadlineMs - Date.now() });
    logs.delete(requestId);
    const { statusCode: status = 0, headers: rawHeaders = {}, body: text = '' } = response;
    return {
      status,
      headers: Object.fromEntries(Object.entries(rawHeaders).map(([name, value]) => [name, String(value)])),
      text,
      body: text ? JSON.parse(text) : undefined,
      ms: awakeMs() - startedMs,
      log,
    };
  };

  return {
    invoke,
    environmentOf,
    /** Sets the clock of all functions ahead by some milliseconds. */
    setAhead,
    faults,
    /** Reads all items of the table. The read does not pass the fault proxy. */
    items: () => scan(database.endpoint, TableName),
    brokenLines: () => brokenLines,
    close: async () => {
      await faults.close();
      await database.close();
    },
  };
};

export type InProcessService = Awaited<ReturnType<typeof startInProcess>>;

/** Creates a user with a post, so that the user cannot be deleted without force. Returns the id of the user. */
export const createAuthor = async ({ invoke }: Pick<InProcessService, 'invoke'>, name: string): Promise<string> => {
  const { body } = await invoke('POST /api/v1/users', { body: { name, email: `${name}@example.com` } });
  await invoke('POST /posts', { body: { title: name, userId: body.id } });
  return body.id;
};
