import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { bundleOptions } from '../../../lib/build/bundle';
import { root } from '../../../lib/root';

/** Bundles the functions with a defect, such as `table/idempotency.ts: expiresAt <= :now ==> expiresAt > :now`. */
export const bundleWithDefect = (defect: string, outdir: string) => {
  const [, file = '', text = '', replacement = ''] = /^(\S+): (.+) ==> ?(.*)$/.exec(defect) ?? [];
  const path = join(root, 'functions', file);
  const source = readFileSync(path, 'utf8');
  if (!source.includes(text)) throw new Error(`${path} does not contain the text to replace by a defect: ${text}`);
  const contents = source.replace(text, () => replacement);
  const plugin: Plugin = {
    name: 'defect',
    setup: ({ onLoad }) => onLoad({ filter: new RegExp(`functions/${file}$`) }, () => ({ contents, loader: 'ts' })),
  };
  const options = bundleOptions(outdir);
  return build({ ...options, plugins: [...options.plugins, plugin] });
};
