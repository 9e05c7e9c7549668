import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { context } from '../../cdk.json';
import { name } from '../../package.json';
import { endWithOutput, formatUsage, messageOf } from '../command';
import { root } from '../root';
import { cachedAssembly } from './assembly/cache';
import { watchFolders } from './assembly/watch';
import { curlLines, issueTokens } from './curl';
import { resetFolder } from './database/lock';
import { findPort } from './listen';
import { type LocalOptions, readEnvFile, readGiven, readOptions, startUsage } from './options';
import { formatDelivery, formatLogLine, formatMissing, formatRequest, formatUnknown } from './report';
import { seed } from './seed';
import type { LocalService } from './serve';
import { sources, synthesizeInThread } from './synthesis';

type Build = () => Promise<string>;
type Closable = { readonly close: () => Promise<void> };

const DATA_FOLDER = '.data';
const CACHE_FOLDER = join(root, 'node_modules', '.cache', 'assemblies');

const fail: (error: unknown) => never = (error) => {
  // A plain Error has a message for the person at the terminal. Any other value is a bug of ours and printed in full.
  const hasMessageForUser = error instanceof Error && error.name === 'Error';
  process.stderr.write(`${hasMessageForUser ? error.message : inspect(error)}\n`);
  process.exit(1);
};

const stopOnSignals = (stop: () => void): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      // A second signal of the same kind exits at once.
      process.once(signal, () => process.exit());
      stop();
    });
  }
  if (process.env.npm_lifecycle_event === undefined) return;
  // An npm that is killed with `kill -9` forwards no signal. This process notices, because its parent changes.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.exit(), 500).unref();
};

const watchFunctions = (service: LocalService, build: Build, synthesize: (bundles: string) => Promise<string>) => {
  const rebuild = async () => {
    const bundles = await build();
    await service.reload(bundles);
    process.stdout.write('reloaded\n');
    // Synthesizes again, because any file may change a route or a permission. A stack that is refused is outdated, too.
    const isOutdated = await synthesize(bundles).then(service.isOutdated, () => true);
    if (isOutdated) process.stdout.write('restart to apply changed routes, permissions or tables\n');
  };
  return watchFolders([join(root, 'functions'), join(root, 'lib')], rebuild, (error) =>
    process.stderr.write(`not reloaded, the last good code keeps serving:\n${messageOf(error)}\n`),
  );
};

/** Starts every part of the runner, and adds each part to `running` as soon as the part can be closed. */
const startParts = async (options: LocalOptions, workFolder: string, running: Closable[]): Promise<void> => {
  process.stdout.write('Building the functions and the stack, and starting the database …\n');
  if (options.debug) running.push(await (await import('./debugger')).startDebugger());
  const { client, ownerClaim } = readGiven(context, options.settings);
  const group = ownerClaim ? { [ownerClaim]: 'ours' } : {};
  const issuer = options.auth ? await (await import('./gateway/issuer')).startIssuer(name, group) : undefined;
  if (issuer) running.push(issuer);
  const settings = { ...options.settings, ...(issuer && { issuer: issuer.url, audience: name }) };
  // Builds into a new folder each time. In a folder in use, a function could load half a file.
  const build: Build = async () => {
    const { bundleLocally } = await import('../build/bundle');
    const bundles = mkdtempSync(join(workFolder, 'bundles-'));
    await bundleLocally(bundles, client, options.debug);
    return bundles;
  };
  const make = (outdir: string, bundles: string | Promise<string> = build()) =>
    synthesizeInThread(outdir, bundles, settings);
  // Skips the cache with --auth, because the issuer has another port at each start, and with --debug for other bundles.
  const assembly =
    issuer || options.debug
      ? make(join(workFolder, 'assembly'))
      : cachedAssembly(make, CACHE_FOLDER, { sources, settings });
  // Loads this module only now, because the synthesis runs in a thread of its own meanwhile.
  const { serve } = await import('./serve');
  let isReady = false;
  const service = await serve({
    assembly,
    port: options.port,
    variables: { ...readEnvFile(), ...options.variables },
    isDebugged: options.debug,
    folder: options.memory ? undefined : DATA_FOLDER,
    onRequest: (request) => isReady && !options.quiet && process.stdout.write(formatRequest(request)),
    onLog: (functionName, line) => {
      const text = formatLogLine(functionName, line);
      if (text) process.stderr.write(`${text}\n`);
    },
    onDelivery: (delivery) => isReady && !options.quiet && process.stdout.write(formatDelivery(delivery)),
    onDatabaseLost: (reason) => fail(new Error(reason)),
  });
  running.push(service);
  process.stdout.write(formatMissing(service.missingVariables) + formatUnknown(service.unknownVariables));
  const place = process.env.DYNAMODB_ENDPOINT ?? (options.memory ? 'memory' : resolve(DATA_FOLDER));
  const [scope] = service.scopes;
  const issued = issuer && (await issueTokens(issuer, service.scopes, ownerClaim));
  const headers: Record<string, string> = issued ? { authorization: `Bearer ${issued.token}` } : {};
  // Creates no samples without a token, because only the issuer of the stage has one.
  const isSeeded = service.created && !options.empty && Boolean(issued || !scope);
  if (isSeeded) await seed(service, headers, !issued?.admin);
  const tokens = issued ?? (scope ? { token: '…' } : {});
  const tokenUrl = issuer && scope && `${issuer.url}/token?scope=${scope.replace(/[^\w:/.-]/g, encodeURIComponent)}`;
  // Prints no address before the sample data is there, because a person or a script may ask at once.
  const address = `${service.url}\n\nTry the routes at ${service.url}/docs. The data is in ${place}.`;
  process.stdout.write(`${address}\n\n${curlLines(service.url, tokens, { tokenUrl, isSeeded })}\n\n`);
  isReady = true;

  running.push(watchFunctions(service, build, (bundles) => make(join(workFolder, 'next'), bundles)));
  // Loads the other functions last. Earlier, they would take processor time from the first requests.
  await service.warm();
};

const start = async (options: LocalOptions): Promise<void> => {
  // Fails before anything is deleted or started when the port cannot be used.
  await findPort(options.port);
  if (options.reset) await resetFolder(DATA_FOLDER);
  const workFolder = mkdtempSync(join(tmpdir(), 'local-'));
  process.on('exit', () => rmSync(workFolder, { recursive: true, force: true }));
  const running: Closable[] = [];
  let stopping: Promise<unknown> | undefined;
  stopOnSignals(() => {
    stopping = Promise.all(running.map((part) => part.close())).finally(() => process.exit());
  });
  await startParts(options, workFolder, running).catch(async (error) => {
    // Waits for the exit after a signal, because a start that is stopped fails at any place.
    await stopping;
    throw error;
  });
};

/** Runs `npm start`: serves the synthesized stack on this machine until Ctrl-C. */
export const run = async (parameters: readonly string[]): Promise<void> => {
  endWithOutput();
  // Receives the errors of promises, too, and so every error of this function.
  process.on('uncaughtException', fail);
  const options = readOptions(parameters, process.env);
  if (options.help) process.stdout.write(formatUsage(startUsage));
  else await start(options);
};
