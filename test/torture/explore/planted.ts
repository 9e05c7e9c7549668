import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { bundleOptions } from '../../../lib/build/bundle';
import { root } from '../../../lib/root';

/** Bundles the functions with defects, each such as `kit/table/idempotency.ts: expiresAt <= :now ==> expiresAt > :now`. */
export const bundleWithDefects = (defects: readonly string[], outdir: string) => {
  const sources = new Map<string, string>();
  for (const defect of defects) {
    const [, file = '', text = '', replacement = ''] = /^(\S+): (.+) ==> ?(.*)$/.exec(defect) ?? [];
    const source = sources.get(file) ?? readFileSync(join(root, 'functions', file), 'utf8');
    if (!source.includes(text)) throw new Error(`${file} does not contain the text to replace by a defect: ${text}`);
    sources.set(
      file,
      source.replace(text, () => replacement),
    );
  }
  const filter = new RegExp(`/functions/(${[...sources.keys()].join('|')})$`);
  const plugin: Plugin = {
    name: 'defects',
    setup: ({ onLoad }) =>
      onLoad({ filter }, ({ path }) => ({ contents: sources.get(filter.exec(path)?.[1] ?? ''), loader: 'ts' })),
  };
  const options = bundleOptions(outdir);
  return build({ ...options, plugins: [...options.plugins, plugin] });
};
