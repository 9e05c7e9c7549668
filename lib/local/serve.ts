import { join } from 'node:path';
import { MAX_TIMER_MS } from '../build/debug';
import { hook } from '../root';
import { startDatabase } from './database/database';
import { createTables, deleteTables, withoutStreams } from './database/tables';
import { type ServedRequest, startGateway } from './gateway/gateway';
import { missingVariables, processEnvironmentOf, unknownVariables } from './lambda/environment';
import { type FunctionRunner, runFunction } from './lambda/function';
import { type OnCall, startProxy } from './lambda/proxy';
import type { GivenVariables } from './lambda/stand-ins';
import { readStandIns } from './lambda/stand-ins';
import { type OnDelivery, startMappings } from './streams/start';
import { findModule } from './template/function';
import { type LocalTemplate, readTemplate } from './template/template';

type ServeOptions = {
  /** Folder of a cloud assembly. The database starts while the assembly is made. */
  readonly assembly: string | Promise<string>;
  /** Port of the gateway. 0 takes any free port. */
  readonly port: number;
  /** Folder of the embedded database. Without a folder the data stays in memory. */
  readonly folder?: string;
  /** Suffix of the table names, for services that share DYNAMODB_ENDPOINT. Such tables are deleted at the close. */
  readonly tableSuffix?: string;
  /** Lets every function and request take days, because a debugger pauses them. */
  readonly isDebugged?: boolean;
  /**
   * Variables that functions get in place of those of the template, if the template names them. Those such as
   * AWS_ENDPOINT_URL_SQS say what stands in for a service of AWS.
   */
  readonly variables?: GivenVariables;
  readonly onRequest?: (request: ServedRequest) => void;
  readonly onCall?: OnCall;
  readonly onLog?: (functionName: string, line: string) => void;
  /** False to send no function the changes of a stream until somebody enables that. */
  readonly followsStreams?: boolean;
  readonly onDelivery?: OnDelivery;
  readonly onDatabaseLost?: (reason: string) => void;
};

/** A cloud assembly served on this machine. */
export type LocalService = Awaited<ReturnType<typeof serve>>;

/** Formats what a service serves, without the place of its files. */
const formatServed = (template: LocalTemplate) =>
  JSON.stringify(template, (key, value) => (key === 'file' ? undefined : value));

/** Starts the database, the functions and the gateway of a cloud assembly. The close stops them in reverse order. */
export const serve = async (options: ServeOptions) => {
  const { variables = {} } = options;
  const standIns = readStandIns(variables);
  const read = (assembly: string) =>
    readTemplate(assembly, options.tableSuffix, options.isDebugged ? MAX_TIMER_MS : undefined);
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const starting = startDatabase(process.env, options.folder, options.onDatabaseLost);
    // Ignores a failed start here, because `Promise.all` below throws its error.
    closers.push(async () => (await starting.catch(() => undefined))?.close());
    const [assembly, database] = await Promise.all([options.assembly, starting]);
    const template = read(assembly);
    if (options.tableSuffix) closers.push(() => deleteTables(database.endpoint, template.tables));
    const created = await createTables(
      database.endpoint,
      options.followsStreams === false ? withoutStreams(template.tables) : template.tables,
    );
    const pools = new Map<string, FunctionRunner>();
    for (const lambda of template.functions) {
      const { id, name } = lambda;
      const onLog = (line: string) => options.onLog?.(name, line);
      const proxy = await startProxy(lambda, { ...options, database: database.endpoint, standIns, onLog });
      closers.push(proxy.close);
      const environment = processEnvironmentOf(lambda, proxy.endpoint, standIns.givenBehind(proxy.endpoint));
      const pool = runFunction(lambda, { environment, hook, recordCalls: proxy.recordCalls, onLog });
      closers.push(pool.close);
      pools.set(id, pool);
    }
    const onLog = (line: string) => options.onLog?.('authorizer', line);
    const mappings = startMappings({ ...options, template, pools, endpoint: database.endpoint });
    const gateway = await startGateway({ ...options, template, pools, mappings, onLog });
    closers.push(gateway.close, ...mappings.map((mapping) => mapping.close));
    return {
      url: gateway.url,
      /** Endpoint of the database. */
      endpoint: database.endpoint,
      /** Returns the environment of the function of a route, but with the endpoint of the database itself. */
      environmentOf: (routeKey: string) => {
        const id = template.routes.find((route) => route.routeKey === routeKey)?.functionId;
        const lambda = template.functions.find((each) => each.id === id);
        if (!lambda) throw new Error(`No function has the route ${routeKey}`);
        return processEnvironmentOf(lambda, database.endpoint, variables);
      },
      /** Variables that only AWS knows and `variables` lacks, with the names of their functions. */
      missingVariables: missingVariables(template.functions, variables),
      /** Given variables that no function has. */
      unknownVariables: unknownVariables(template.functions, variables),
      /** True when the start created a table. */
      created,
      /** The scopes that the routes ask for. */
      scopes: [...new Set(template.routes.flatMap(({ authorizer }) => authorizer?.scopes ?? []))],
      /**
       * Loads every function that a route calls and no request has loaded yet, one after the other. If all loaded at once,
       * the first request would wait for the last one.
       */
      warm: async () => {
        for (const { id, isCalled } of template.functions)
          if (isCalled && closers.length > 0) await pools.get(id)?.warm();
      },
      /**
       * Loads new code from a folder with one bundle for each function. Running requests finish with the old code. A function
       * without a bundle keeps its code.
       */
      reload: async (bundles: string) => {
        for (const { id, name } of template.functions) {
          const file = findModule(join(bundles, name), name);
          if (file) pools.get(id)?.replace(file);
        }
        // Lets a debugger set its breakpoints in the new code before the next request.
        if (options.isDebugged) for (const pool of pools.values()) await pool.warm();
      },
      /** Tells whether another assembly has other routes, functions or tables than this service. */
      isOutdated: (next: string) => formatServed(read(next)) !== formatServed(template),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
