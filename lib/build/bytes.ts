import { basename } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

type Inputs = Metafile['outputs'][string]['inputs'];

const largestOf = (inputs: Inputs) =>
  Object.entries(inputs)
    .map(([file, { bytesInOutput }]) => ({ file, bytesInOutput }))
    .sort((a, b) => b.bytesInOutput - a.bytesInOutput)
    .slice(0, 5)
    .map(({ file, bytesInOutput }) => `${file} (${bytesInOutput})`);

/** Fails a build whose outputs grow beyond what they may be: each byte is read and compiled at every cold start. */
export const within = (most: (name: string) => number): Plugin => ({
  name: 'within',
  setup: ({ onEnd }) =>
    onEnd(({ metafile }) => ({
      errors: Object.entries(metafile?.outputs ?? {}).flatMap(([path, { bytes, inputs }]) => {
        const name = basename(path).replace(/\.\w+$/, '');
        if (bytes <= most(name)) return [];
        const text = `${name} has ${bytes} bytes, ${most(name)} are allowed; the largest inputs are ${largestOf(inputs).join(', ')}`;
        return [{ text }];
      }),
    })),
});
