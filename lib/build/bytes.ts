import { basename } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

type Inputs = Metafile['outputs'][string]['inputs'];

const largestOf = (inputs: Inputs) =>
  Object.entries(inputs)
    .sort(([, one], [, other]) => other.bytesInOutput - one.bytesInOutput)
    .slice(0, 5)
    .map(([file, { bytesInOutput }]) => `${file} (${bytesInOutput})`);

/** Fails the build if an output is larger than its maximum, because every cold start reads and compiles each byte. */
export const limitBytes = (maxBytesOf: (name: string) => number): Plugin => ({
  name: 'limit-bytes',
  setup: ({ onEnd }) =>
    onEnd(({ metafile }) => ({
      errors: Object.entries(metafile?.outputs ?? {}).flatMap(([path, { bytes, inputs }]) => {
        const name = basename(path).replace(/\.\w+$/, '');
        if (bytes <= maxBytesOf(name) || path.endsWith('.map')) return [];
        const text = `${name} has ${bytes} bytes, ${maxBytesOf(name)} are allowed; the largest inputs are ${largestOf(inputs).join(', ')}`;
        return [{ text }];
      }),
    })),
});
