import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { bundleOptions } from '../../../lib/build/bundle';
import { root } from '../../../lib/root';

/** Makes the plugin of esbuild that plants a defect. */
export const planting = (defect: string): Plugin => {
  const [, file = '', text = '', replacement = ''] = /^(\S+): (.+) ==> ?(.*)$/.exec(defect) ?? [];
  const source = readFileSync(join(root, 'functions', file), 'utf8');
  if (!source.includes(text)) throw new Error(`${file} does not contain the text to replace by a defect: ${text}`);
  const contents = source.replace(text, () => replacement);
  const filter = RegExp(`/functions/${file}$`);
  return { name: defect, setup: ({ onLoad }) => onLoad({ filter }, () => ({ contents, loader: 'ts' })) };
};

/** Bundles the functions with defects in different files, each such as `kit/table/idempotency.ts: <= :now ==> > :now`. */
export const bundleWithDefects = (defects: readonly string[], outdir: string) => {
  const options = bundleOptions(outdir);
  return build({ ...options, plugins: [...options.plugins, ...defects.map(planting)] });
};
