import { join } from 'node:path';
import { place } from '../place';
import { startDatabase } from './database/database';
import { createTables, deleteTables } from './database/tables';
import { type RequestLine, startGateway } from './gateway/gateway';
import type { Access, Call } from './lambda/access';
import { type Gate, startGate } from './lambda/gate';
import { type Pool, startPool } from './lambda/workers';
import { type LocalFunction, moduleIn, readTemplate } from './template/template';

type ServeOptions = {
  /** A cloud assembly folder; the database starts while it is made. */
  assembly: string | Promise<string>;
  /** 0 takes any free port. */
  port: number;
  /** Names that the Host header may have beside those of this machine. */
  hostNames?: readonly string[];
  /** Without a folder the data lives in memory. */
  database?: { folder?: string };
  /** Ends the names of the tables, which are deleted at the close, for services that share DYNAMODB_ENDPOINT. */
  tableSuffix?: string;
  onRequest?: (line: RequestLine) => void;
  onCall?: (call: Call) => void;
  onLog?: (functionName: string, line: string) => void;
  onLost?: (reason: string) => void;
};

/** A cloud assembly served on this machine. */
export type Local = {
  url: string;
  /** True when a table was not there before. */
  created: boolean;
  /** Those that some route asks for. */
  scopes: string[];
  /** Loads every function that no request has loaded yet. */
  warm(): Promise<void>;
  /** Takes handlers from a folder of fresh bundles, one folder each; running requests end on the old ones. */
  reload(bundles: string): void;
  close(): Promise<void>;
};

export async function serve(options: ServeOptions): Promise<Local> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const starting = startDatabase(process.env, options.database?.folder);
    // One that does not start is told of below.
    closers.push(() =>
      starting.then(
        ({ close: stop }) => stop(),
        () => undefined,
      ),
    );
    const [assembly, database] = await Promise.all([options.assembly, starting]);
    const template = readTemplate(assembly, options.tableSuffix);
    if (options.onLost) database.onLost(options.onLost);
    if (options.tableSuffix) closers.push(() => deleteTables(database.endpoint, template.tables));
    const created = await createTables(database.endpoint, template.tables);
    const gates: Gate[] = [];
    const pools = new Map<string, Pool>();
    closers.push(() => Promise.all(gates.map((gate) => gate.close())));
    closers.push(() => Promise.all([...pools.values()].map((pool) => pool.close())));
    for (const lambda of template.functions) {
      const { id, name } = lambda;
      const onCall = (access: Access) => options.onCall?.({ functionName: name, ...access });
      const gate = await startGate(lambda, database.endpoint, onCall);
      gates.push(gate);
      const environment = environmentOf(lambda, gate.endpoint);
      pools.set(id, startPool(lambda, { environment, onLog: (line) => options.onLog?.(name, line) }));
    }
    const gateway = await startGateway({
      port: options.port,
      template,
      pools,
      hostNames: options.hostNames,
      onRequest: options.onRequest,
      onLog: (line) => options.onLog?.('authorizer', line),
    });
    closers.push(gateway.close);
    const warm = () => warmUp(pools.values(), () => closers.length > 0);
    const reload = (bundles: string) => {
      for (const { id, name } of template.functions) {
        pools.get(id)?.replace(moduleIn(join(bundles, name), name));
      }
    };
    const scopes = [...new Set(template.routes.flatMap(({ guard }) => guard?.scopes ?? []))];
    return { url: gateway.url, created, scopes, warm, reload, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** One after the other: all at once, the first request would wait for the last of them. */
async function warmUp(pools: Iterable<Pool>, isOpen: () => boolean): Promise<void> {
  for (const pool of pools) if (isOpen()) await pool.warm();
}

/** What Lambda sets, and the template. DynamoDB Local keeps one database per access key unless told otherwise. */
function environmentOf(lambda: LocalFunction, endpoint: string): Record<string, string> {
  return {
    AWS_REGION: place.region,
    AWS_DEFAULT_REGION: place.region,
    AWS_LAMBDA_FUNCTION_NAME: lambda.id,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(lambda.memoryMb),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    TZ: ':UTC',
    // Lambda runs Node 24; on an older Node here the SDK would print a notice for every instance.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    ...lambda.environment,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  };
}
