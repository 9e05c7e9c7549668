import { readFile } from 'node:fs/promises';
import { build, type Plugin } from 'esbuild';
import { bundleOptions } from '../../../lib/build/bundle';

/** What is written in a source, and what is read instead. */
type Plant = { readonly file: string; readonly text: string; readonly bug: string };

/** Mistakes that are easy to make here. */
export const plants = {
  'lost update': {
    file: 'functions/table/expression.ts',
    text: "if (Array.isArray(ifMatch)) conditions.push(ifMatch.length > 0 ? anyRev(ifMatch, 'match') : absent);",
    bug: '',
  },
  'stale read': {
    file: 'functions/table/get.ts',
    text: 'export const get = async (key: Key): Promise<Item> => {\n  const item = await find(key);',
    // Who asks for what is just being read gets the same, even where a write was answered in between.
    bug: `
      const reads = new Map();
      export const get = async (key) => {
        const reading = reads.get(key.sk) ?? find(key).finally(() => reads.delete(key.sk));
        reads.set(key.sk, reading);
        const item = await reading;`,
  },
  'double apply': {
    file: 'functions/table/expression.ts',
    text: "text: '#updatedAt < :updatedAt'",
    bug: "text: 'attribute_exists(pk)'",
  },
} satisfies Record<string, Plant>;

const planting = ({ file, text, bug }: Plant): Plugin => ({
  name: 'planting',
  setup: ({ onLoad, onEnd }) => {
    let isPlanted = false;
    onLoad({ filter: new RegExp(`/${file}$`) }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!source.includes(text)) throw new Error(`${file} has no longer the text to plant a bug in: ${text}`);
      isPlanted = true;
      return { contents: source.replace(text, () => bug), loader: 'ts' };
    });
    onEnd(() => {
      if (!isPlanted) throw new Error(`No function reads ${file}, where a bug was to be planted`);
    });
  },
});

/** The functions with such a mistake in them. */
export const bundlePlanted = (plant: Plant, outdir: string) => {
  const options = bundleOptions(outdir);
  return build({ ...options, plugins: [...options.plugins, planting(plant)] });
};
