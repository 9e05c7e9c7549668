import { once } from 'node:events';
import { cpSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { Worker } from 'node:worker_threads';

type Synthesis = { outdir: string; bundles: Promise<string>; settings?: Record<string, unknown> };

const hook = join(__dirname, '..', 'typescript.cjs');
const module = join(__dirname, '..', 'synthesize.ts');
const code = `const { hook, module, outdir, settings } = require('node:worker_threads').workerData;
require(hook);
require(module).synthesizeAhead(outdir, settings);`;

/** Synthesizes in a thread of its own, while the bundles are built: one after the other, a first start took a fifth more. */
export async function synthesizeBeside({ outdir, bundles, settings }: Synthesis): Promise<string> {
  const worker = new Worker(code, {
    eval: true,
    workerData: { hook, module, outdir, settings },
    execArgv: [],
    // CDK's template validator takes 1.9 s; `npm test` and deployments run it.
    env: { ...process.env, CDK_VALIDATION: 'false' },
  });
  const [built] = await Promise.all([bundles, once(worker, 'exit')]);
  for (const asset of readdirSync(outdir).filter((name) => name.startsWith('asset.'))) {
    for (const file of readdirSync(join(outdir, asset)))
      cpSync(join(built, parse(file).name), join(outdir, asset), { recursive: true });
  }
  return outdir;
}
