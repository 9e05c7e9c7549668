import { createRequire } from 'node:module';
import { join } from 'node:path';
import { types } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as sdk from '@aws-sdk/lib-dynamodb';
import { build } from 'esbuild';
import { client } from '../../../functions/dynamodb/client';
import { bundleOptions } from '../../../lib/build/bundle';
import { createTables } from '../../../lib/local/database/tables';
import { readTemplate } from '../../../lib/local/template/template';
import { root } from '../../../lib/root';
import { useAwakeTimers } from '../awake';
import { temporaryFolder } from '../folder';
import { startOwnDatabase } from '../own-database';
import { startRecorder } from './recorder';

type Commands = Record<string, unknown>;
type Client = { send(command: object, options?: object): Promise<object> };
type Recorder = Awaited<ReturnType<typeof startRecorder>>;
type TestedClient = { readonly client: Client; readonly commands: Commands; readonly recorder: Recorder };
type ClientCall = { readonly command: string; readonly input: object };

/** Bundles the service's client with the stand-in of the SDK, as the functions have it. */
const bundledClient = async (): Promise<Commands & { client: Client }> => {
  const folder = temporaryFolder();
  const { entryPoints: _, outdir: __, ...options } = bundleOptions(folder);
  const contents = "export { client } from './client'; export * from '#dynamodb';";
  const outfile = join(folder, 'client.cjs');
  await build({ ...options, stdin: { contents, resolveDir: join(root, 'functions', 'dynamodb') }, outfile });
  return createRequire(__filename)(outfile);
};

type Output = { readonly $metadata?: Record<string, unknown> };

/** Returns the members of an output that every client must have. */
const membersOf = (output: Output) => {
  const { $metadata = {}, ...members } = output;
  // `instanceof` does not hold, because jest has a Set of its own.
  const asText = (_: string, value: unknown) => (types.isSet(value) ? { set: [...value] } : value);
  return JSON.parse(JSON.stringify({ ...members, status: $metadata.httpStatusCode }, asText));
};

/** Returns the result of a call, or its error with the number of attempts. */
const outcomeOf = (sent: Promise<object>) =>
  sent.then(membersOf, (error: Error & Output) => {
    const { name, message, $metadata } = error;
    return { ...membersOf(error), name, message, attempts: $metadata?.attempts };
  });

/**
 * Starts three clients: the service's on the SDK, the SDK's own with its defaults, and the service's as it is bundled.
 * Each has a recorder, and with `hasTables` a database behind the recorder.
 */
export const useClients = ({ hasTables }: { readonly hasTables: boolean }) => {
  const clients: TestedClient[] = [];
  const closers: (() => unknown)[] = [];
  const { tables } = readTemplate(process.env.ASSEMBLY ?? '');
  const start = async () => {
    // Each client has a database of its own, because all send the same commands.
    const database = hasTables ? await startOwnDatabase() : undefined;
    if (database) await createTables(database.endpoint, tables);
    const recorder = await startRecorder(database?.endpoint ?? '');
    closers.push(recorder.close, () => database?.close());
    return recorder;
  };
  useAwakeTimers();
  beforeAll(async () => {
    Object.assign(process.env, { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'one', AWS_SECRET_ACCESS_KEY: 'two' });
    process.env.TABLE_NAME = tables[0]?.TableName;
    const [first, second, third] = [await start(), await start(), await start()];
    const plain = new DynamoDBClient({ endpoint: second.url });
    closers.push(() => plain.destroy());
    const lean = await bundledClient();
    clients.push({ client: client as Client, commands: sdk, recorder: first });
    clients.push({ client: sdk.DynamoDBDocumentClient.from(plain) as Client, commands: sdk, recorder: second });
    clients.push({ client: lean.client, commands: lean, recorder: third });
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });
  beforeEach(() => {
    for (const { recorder } of clients) recorder.asked.length = 0;
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    // Ends the pauses between attempts at once, because each is a random part of a limit.
    jest.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    for (const { recorder } of clients) recorder.setReply();
    jest.restoreAllMocks();
  });
  /** Sends a call with one client. */
  const send = ({ client: sender, commands, recorder }: TestedClient, { command, input }: ClientCall) => {
    process.env.AWS_ENDPOINT_URL_DYNAMODB = recorder.url;
    const Command = commands[command] as new (input: object) => object;
    return outcomeOf(sender.send(new Command(structuredClone(input))));
  };
  /** Sends a call with each client. Returns the outcomes, with the requests that reached the recorder. */
  const sendAll = async (call: ClientCall, reply?: Parameters<Recorder['setReply']>[0]) => {
    const outcomes = [];
    for (const one of clients) {
      one.recorder.asked.length = 0;
      one.recorder.setReply(reply);
      outcomes.push({ outcome: await send(one, call), asked: [...one.recorder.asked] });
    }
    return outcomes;
  };
  return { clients, send, sendAll };
};
