import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { functionEnvironment, startCannedDynamoDb } from '../../bench/speed/processes';
import { openChannel } from '../child-channel';
import type { InstanceCommand, InstanceCounts, InstanceState, ServedGroup } from './instance';

export type Lambda = {
  /** The name of its route. */
  readonly name: string;
  /** The file that Lambda loads. */
  readonly file: string;
};

/** The folder of the built programs, and the Node executable that runs them. */
export type Programs = { readonly folder: string; readonly node: string };

/** Starts an instance of a function. Each instance has a stand-in for DynamoDB of its own, with the same replies. */
export const startInstance = async ({ name, file }: Lambda, { folder, node }: Programs) => {
  const database = await startCannedDynamoDb(node, folder, 'dynamodb');
  const child = spawn(node, ['--expose-gc', join(folder, 'instance.mjs'), file, name], {
    env: functionEnvironment(folder, database.port),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const channel = openChannel(child, `The instance of ${name}`);
  const send = <T>(command: InstanceCommand) => channel.exchange<T>(command);
  const stop = async () => {
    await channel.stop();
    await database.stop();
  };
  await channel.receive().catch(async (error) => {
    await database.stop();
    throw error;
  });
  return {
    serve: (count: number) => send<ServedGroup>({ serve: count }),
    measure: () => send<InstanceState>('measure'),
    count: () => send<InstanceCounts>('count'),
    stop,
  };
};

export type Instance = Awaited<ReturnType<typeof startInstance>>;
