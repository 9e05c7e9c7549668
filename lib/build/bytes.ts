import { basename } from 'node:path';
import type { Plugin } from 'esbuild';

/** Fails the build if an output is larger than its maximum, because every cold start reads and compiles each byte. */
export const limitBytes = (maxBytesOf: (name: string) => number): Plugin => ({
  name: 'limit-bytes',
  setup: ({ onEnd }) =>
    onEnd(({ metafile }) => ({
      errors: Object.entries(metafile?.outputs ?? {}).flatMap(([path, { bytes, inputs }]) => {
        const name = basename(path).replace(/\.\w+$/, '');
        if (bytes <= maxBytesOf(name) || path.endsWith('.map')) return [];
        const largest = Object.entries(inputs)
          .sort(([, one], [, other]) => other.bytesInOutput - one.bytesInOutput)
          .slice(0, 5)
          .map(([file, { bytesInOutput }]) => `${file} (${bytesInOutput})`);
        const text = `${name} has ${bytes} bytes, ${maxBytesOf(name)} are allowed; the largest inputs are ${largest.join(', ')}`;
        return [{ text }];
      }),
    })),
});
