import { join } from 'node:path';
import { startEngine } from './engine-process';
import { holdFolder } from './lock';

/**
 * Returns the DynamoDB at DYNAMODB_ENDPOINT. Without this variable, starts an embedded DynamoDB with its data in the
 * folder, and calls `onLost` if it stops. Without a folder, the data stays in memory.
 */
export const startDatabase = async (env: NodeJS.ProcessEnv, folder?: string, onLost?: (reason: string) => void) => {
  const { DYNAMODB_ENDPOINT: external } = env;
  if (external !== undefined) {
    if (!URL.canParse(external) || !/^http:/.test(external)) {
      throw new Error(`DYNAMODB_ENDPOINT is ${external}; allowed: a URL such as http://localhost:8000`);
    }
    return { endpoint: external, close: async () => {} };
  }
  // Holds the folder until the process ends, if the engine does not start.
  const release = folder === undefined ? undefined : await holdFolder(folder);
  const engine = await startEngine(env, folder && join(folder, 'dynamodb.sqlite'));
  let isClosing = false;
  engine.ended.then(() => isClosing || onLost?.(`The embedded DynamoDB stopped: ${engine.lastLine()}`));
  return {
    endpoint: engine.endpoint,
    close: async () => {
      isClosing = true;
      await engine.stop();
      release?.();
    },
  };
};
