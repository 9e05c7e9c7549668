import { join } from 'node:path';
import { startEngine } from './engine-process';
import { holdFolder } from './lock';

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
  const release = folder === undefined ? () => {} : await holdFolder(folder);
  try {
    const engine = await startEngine(environment, folder && join(folder, 'dynamodb.sqlite'));
    let isClosing = false;
    return {
      endpoint: engine.endpoint,
      onLost: (listener: (reason: string) => void) =>
        engine.ended.then(() => isClosing || listener(`The embedded DynamoDB stopped: ${engine.lastLine()}`)),
      close: async () => {
        isClosing = true;
        await engine.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
};
