import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../failure';
import { lastLine, startEngine, stopEngine } from './engine-process';
import { holdFolder } from './lock';

/** Creates the data folder and locks the folder for this process. Returns the release of the lock. */
const lockFolder = async (folder: string): Promise<() => void> => {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Error(`The data folder ${folder} cannot be made: ${messageOf(error)}; start with --memory`);
  }
  return holdFolder(folder);
};

/**
 * Returns the DynamoDB at DYNAMODB_ENDPOINT. Without this variable, starts an embedded DynamoDB with its data in the
 * folder. Without a folder, the data stays in memory.
 */
export const startDatabase = async (environment: NodeJS.ProcessEnv, folder?: string) => {
  const { DYNAMODB_ENDPOINT: external } = environment;
  if (external !== undefined) {
    if (!URL.canParse(external) || !/^http:/.test(external)) {
      throw new Error(`DYNAMODB_ENDPOINT is ${external}; allowed: a URL such as http://localhost:8000`);
    }
    return { endpoint: external, onLost: () => {}, close: async () => {} };
  }
  const release = folder === undefined ? () => {} : await lockFolder(folder);
  const file = folder === undefined ? undefined : join(folder, 'dynamodb.sqlite');
  try {
    const { child, endpoint, output } = await startEngine(environment, file);
    let isClosing = false;
    return {
      endpoint,
      onLost: (listener: (reason: string) => void) =>
        child.once('exit', () => isClosing || listener(`The embedded DynamoDB stopped: ${lastLine(output())}`)),
      close: async () => {
        isClosing = true;
        await stopEngine(child);
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
};
