import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as sdk from '@aws-sdk/lib-dynamodb';
import { client, marshallOptions, unmarshallOptions } from '../../../../functions/kit/dynamodb/client';
import * as standIn from '../../../../functions/kit/dynamodb/lean';
import { createRetryStrategy } from '../../../../functions/kit/dynamodb/retry-strategy';
import { requestHandler } from '../../../../functions/kit/dynamodb/send';
import { createTables } from '../../../../lib/local/database/tables';
import { readTemplate } from '../../../../lib/local/template/template';
import { setEnvironment } from '../../../support/dynamodb/endpoint';
import { startOwnDatabase } from '../../../support/dynamodb/own-database';
import { type FakeReply, type FakeRequest, startFakeServer } from '../../../support/fake-server';
import { useAwakeTimers } from '../../../support/time';

type Client = { send(command: object): Promise<object> };
type Output = { readonly $metadata?: { readonly httpStatusCode?: number; readonly attempts?: number } };

/** Returns the members of an output or an error that every client must have. */
const membersOf = ({ $metadata, ...members }: Output) => ({ ...members, status: $metadata?.httpStatusCode });

/** Returns the result of a call, or its error with the number of attempts. */
const outcomeOf = (sent: Promise<object>): Promise<Record<string, unknown>> =>
  sent.then(membersOf, (error: Error & Output) => {
    const attempts = error.$metadata?.attempts;
    return { ...membersOf(error), name: error.name, message: error.message, attempts };
  });

const plainClient = () =>
  sdk.DynamoDBDocumentClient.from(new DynamoDBClient(), { marshallOptions: { allowImpreciseNumbers: true } });
const leanClient = () =>
  standIn.DynamoDBDocumentClient.from(
    new standIn.DynamoDBClient({ requestHandler, retryStrategy: createRetryStrategy() }),
    { marshallOptions, unmarshallOptions },
  );

type Sender = { readonly client: Client; readonly commands: Record<string, unknown> };
/** The service's client on the SDK, the SDK's own, and the service's on the stand-in. */
const senders: readonly Sender[] = [
  { client: client as Client, commands: sdk },
  { client: plainClient() as Client, commands: sdk },
  { client: leanClient() as Client, commands: standIn },
];

/** Sends a read by new clients, the SDK's own and the stand-in, because the SDK's keeps the endpoint of its first call. */
export const sendByNew = async () => {
  const input = { TableName: 'table', Key: { pk: 'THING' } };
  const byPlain = outcomeOf(plainClient().send(new sdk.GetCommand(input)));
  return Promise.all([byPlain, outcomeOf(leanClient().send(new standIn.GetCommand(input)))]);
};

/** Returns what every client must send alike. */
const askedOf = ({ method, path, headers, text }: FakeRequest) => {
  const { 'content-type': type, 'x-amz-target': target, authorization } = headers;
  return { target, type, path: `${method} ${path}`, signer: authorization?.split('/', 1), input: JSON.parse(text) };
};

/** Starts a recorder and a database for each of the three clients. `sendAll` sends a call with each of them. */
export const useClients = () => {
  const { tables } = readTemplate(process.env.ASSEMBLY ?? '');
  const [{ TableName } = { TableName: '' }] = tables;
  // Each client has a database of its own, because all send the same commands.
  const start = async (sender: Sender) => {
    const database = await startOwnDatabase();
    await createTables(database.endpoint, tables);
    return { ...sender, database, recorder: await startFakeServer(() => database.endpoint) };
  };
  let clients: Awaited<ReturnType<typeof start>>[] = [];
  useAwakeTimers();
  beforeAll(async () => {
    clients = await Promise.all(senders.map(start));
  });
  afterAll(() => Promise.all(clients.flatMap(({ recorder, database }) => [recorder.close(), database.close()])));
  beforeEach(() => {
    // Ends the pauses between attempts at once, because each is a random part of a limit.
    jest.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => jest.restoreAllMocks());
  const sendAll = async (command: string, input: object, reply?: FakeReply) => {
    const sent = [];
    for (const { client, commands, recorder } of clients) {
      setEnvironment(recorder.url, TableName);
      recorder.requests.length = 0;
      recorder.setReply(() => reply);
      const Command = commands[command] as new (input: object) => object;
      const outcome = await outcomeOf(client.send(new Command(structuredClone(input))));
      sent.push({ outcome, asked: recorder.requests.map(askedOf) });
    }
    return sent;
  };
  return { sendAll, TableName };
};
