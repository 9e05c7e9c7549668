import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { root } from '../../root';

type SynthesisOptions = {
  readonly outdir: string;
  readonly bundles: Promise<string>;
  readonly settings?: Record<string, unknown>;
};

const hook = join(root, 'lib', 'build', 'typescript.cjs');
const module = join(root, 'lib', 'stack', 'synthesize.ts');
const code = `const { hook, module, outdir, settings } = require('node:worker_threads').workerData;
require(hook);
require(module).synthesizeWithoutBundles(outdir, settings);`;

/** Returns the assets of a cloud assembly by their hashes. */
const assetsIn = (outdir: string): Record<string, { source: { path: string; packaging: string } }> => {
  const file = readdirSync(outdir).find((name) => name.endsWith('.assets.json')) ?? '';
  return JSON.parse(readFileSync(join(outdir, file), 'utf8')).files;
};

/**
 * Synthesizes the stack in a worker thread while the bundles are built. One after the other, a first start would take a
 * fifth longer. Returns the folder of the cloud assembly.
 */
export const synthesizeInThread = async ({ outdir, bundles, settings }: SynthesisOptions): Promise<string> => {
  const worker = new Worker(code, {
    eval: true,
    workerData: { hook, module, outdir, settings },
    execArgv: [],
    // Turns off CDK's template validator, which takes 1.9 s. `.ci/run` and deployments run the validator.
    env: { ...process.env, CDK_VALIDATION: 'false' },
  });
  const [built] = await Promise.all([bundles, once(worker, 'exit')]);
  for (const [hash, { source }] of Object.entries(assetsIn(outdir))) {
    if (source.packaging === 'zip')
      cpSync(join(built, basename(source.path)), join(outdir, `asset.${hash}`), { recursive: true });
  }
  rmSync(join(outdir, 'bundles'), { recursive: true });
  return outdir;
};
