import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { root } from '../root';
import { keptAssembly } from './assembly/assembly';
import { type Builder, startBuilder } from './assembly/builder';
import { synthesizeBeside } from './assembly/synthesis';
import { watchFolder } from './assembly/watch';
import { resetFolder } from './database/lock';
import { codeOf } from './failure';
import { listen } from './listen';
import { type Options, readOptions, usage } from './options';
import { curlLines, reportLog, requestLine } from './report';
import { seed } from './seed';
import type { Local } from './serve';

const dataFolder = '.data';

/** `npm start`: the synthesized stack on this machine until Ctrl-C. */
export async function run(parameters: string[]): Promise<void> {
  // The SDK's notice about Node 20 concerns the cloud, where the functions run on Node 24.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  try {
    const options = readOptions(parameters, process.env);
    if (options.help) process.stdout.write(usage);
    else await start(options);
  } catch (error) {
    fail(error);
  }
}

async function start(options: Options): Promise<void> {
  await checkPort(options.port);
  if (options.reset) await resetFolder(dataFolder);
  const work = mkdtempSync(join(tmpdir(), 'local-'));
  process.on('exit', () => rmSync(work, { recursive: true, force: true }));
  const started: { close(): Promise<void> }[] = [];
  const close = () => Promise.all(started.splice(0).map((each) => each.close()));
  stopOnSignals(() => close().finally(() => process.exit()));
  try {
    await open(options, work, started);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(options: Options, work: string, started: { close(): Promise<void> }[]): Promise<void> {
  const client = options.client ?? clientInCdkJson();
  const builder = startBuilder(async () =>
    (await import('../build/bundle')).bundleOptions(join(work, 'bundles'), client),
  );
  started.push(builder);
  const issuer = options.auth ? await (await import('./gateway/issuer')).startIssuer(options.hostNames) : undefined;
  if (issuer) started.push(issuer);
  const settings = issuer && { issuer: issuer.url, audience: issuer.audience };
  // The local issuer has another address each time.
  const assembly = settings
    ? synthesizeBeside({ outdir: join(work, 'assembly'), bundles: builder.build(), settings })
    : keptAssembly((outdir) => synthesizeBeside({ outdir, bundles: builder.build() }), { client });
  // Imported now and not above: esbuild works in a process of its own meanwhile.
  const { serve } = await import('./serve');
  let isReady = false;
  const local = await serve({
    assembly,
    port: options.port,
    hostNames: options.hostNames,
    database: options.memory ? {} : { folder: dataFolder },
    onRequest: (line) => isReady && process.stdout.write(requestLine(line)),
    onLog: (name, line) => {
      const text = reportLog(name, line);
      if (text) process.stderr.write(`${text}\n`);
    },
    onLost: (reason) => fail(new Error(reason)),
  });
  started.push(local);
  process.stdout.write(`${local.url}\n\n`);
  const tokens = issuer && { issuer: issuer.url, token: await issuer.tokenFor(local.scopes.join(' ')) };
  const headers: Record<string, string> = tokens ? { authorization: `Bearer ${tokens.token}` } : {};
  const newestId =
    local.created && !options.empty ? await seed(local.url, headers) : await newestPost(local.url, headers);
  process.stdout.write(`${curlLines(local.url, newestId, tokens)}\n\n`);
  isReady = true;

  started.push(watch(local, builder));
  // Not before: the first requests would share the processors with functions that nobody has asked for.
  await local.warm();
}

/** The setting as it stands; the synthesis refuses a value that is not allowed. */
function clientInCdkJson() {
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
  return context.client === 'sdk' ? 'sdk' : 'lean';
}

function watch(local: Local, builder: Builder) {
  return watchFolder({
    folder: join(root, 'functions'),
    builder,
    onBuilt: (fresh, changed) => {
      local.reload(fresh);
      const needsRestart = changed.includes(join(root, 'functions', 'routes.ts'));
      process.stdout.write(`reloaded${needsRestart ? '; restart to apply changed routes and permissions' : ''}\n`);
    },
    onBroken: (reason) => process.stderr.write(`not reloaded, the last good code keeps serving:\n${reason}\n`),
  });
}

async function checkPort(port: number): Promise<void> {
  const server = createServer();
  try {
    await listen(server, port);
  } catch (error) {
    const code = codeOf(error);
    const problem = code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code})`;
    throw new Error(`Port ${port} ${problem}; choose another with --port`);
  }
  await new Promise((resolve) => server.close(resolve));
}

function stopOnSignals(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // The second Ctrl-C does not wait.
    process.once(signal, () => {
      process.once(signal, () => process.exit());
      stop();
    });
  }
  if (process.env.npm_lifecycle_event === undefined) return;
  // npm that is killed with -9 passes nothing on; its child only gets another parent.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.exit(), 500).unref();
}

async function newestPost(url: string, headers: Record<string, string>): Promise<string | undefined> {
  const response = await fetch(`${url}/posts?limit=1`, { headers });
  const posts = (await response.json()) as { id: string }[];
  return posts[0]?.id;
}

function fail(error: unknown): never {
  // A plain Error is a sentence for the person at the terminal; anything else is a mistake of ours.
  const isSentence = error instanceof Error && error.name === 'Error';
  process.stderr.write(`${isSentence ? error.message : inspect(error)}\n`);
  process.exit(1);
}
