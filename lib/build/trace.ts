import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { defineCommand } from '../command';
import { root } from '../root';
import { traceText } from './maps';

const usage = {
  name: 'npm run trace',
  file: '[getPost.cjs:6:9588]',
  options: {
    maps: { type: 'string', value: 'folder', does: 'source maps of the deployed commit instead of cdk.out/maps' },
  },
} as const;

/** Names the source lines of a position in a bundle, or of the log lines on standard input. Returns 1 if there are none. */
export const runTrace = defineCommand(usage, async ({ maps = join(root, 'cdk.out', 'maps') }, position) => {
  if (!existsSync(maps))
    throw new Error(`There are no source maps in ${maps}; make them by npm run synth at the deployed commit`);
  const given = position ?? (await text(process.stdin));
  const traced = traceText(given, maps);
  process.stdout.write(`${traced.trimEnd()}\n`);
  return traced === given ? 1 : 0;
});
