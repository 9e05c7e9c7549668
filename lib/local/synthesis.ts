import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { hook, root } from '../root';

const module = join(root, 'lib', 'stack', 'synthesize.ts');
const code = `const { parentPort, workerData: { hook, module, outdir, settings } } = require('node:worker_threads');
require(hook);
const { synthesize } = require(module);
parentPort.once('message', (bundles) => synthesize(outdir, bundles, settings));`;

/** Files and folders from which the stack and its functions are made. */
export const sources = [
  'functions',
  'lib',
  'cdk.json',
  'package.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
].map((name) => join(root, name));

/** Synthesizes the stack in a worker thread, which loads CDK during the build. Returns the folder of the cloud assembly. */
export const synthesizeInThread = async (outdir: string, bundles: string | Promise<string>, settings: object) => {
  const worker = new Worker(code, {
    eval: true,
    workerData: { hook, module, outdir, settings },
    execArgv: [],
    // Turns off CDK's template validator, which takes 1.9 s. `.ci/run` and deployments run the validator.
    env: { ...process.env, CDK_VALIDATION: 'false' },
  });
  await Promise.all([once(worker, 'exit'), Promise.resolve(bundles).then((folder) => worker.postMessage(folder))]);
  return outdir;
};
