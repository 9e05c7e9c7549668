import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { functionEnvironment, startCanned } from '../../bench/speed/processes';
import { talkTo } from '../talk';
import type { Counts, Held, Served, Told } from './instance';

export type Lambda = {
  /** The name of its row. */
  readonly name: string;
  /** The module that Lambda loads. */
  readonly file: string;
};

/** Where the programs are, and the Node that runs them. */
export type Programs = { readonly folder: string; readonly node: string };

/** Starts an instance of a function with a DynamoDB of its own, so that each instance gets the same replies. */
export const startInstance = async ({ name, file }: Lambda, { folder, node }: Programs) => {
  const database = await startCanned(node, folder, 'soak-dynamodb');
  const child = spawn(node, ['--expose-gc', join(folder, 'soak-instance.mjs'), file, name], {
    env: functionEnvironment(folder, database.port),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const instance = talkTo(child, `An instance of ${name}`);
  const ask = <T>(what: Told) => instance.ask<T>(what);
  const stop = async () => {
    await instance.stop();
    await database.stop();
  };
  await instance.told().catch(async (error) => {
    await database.stop();
    throw error;
  });
  return {
    serve: (count: number) => ask<Served>({ serve: count }),
    measure: () => ask<Held>('measure'),
    count: () => ask<Counts>('count'),
    stop,
  };
};

export type Instance = Awaited<ReturnType<typeof startInstance>>;
