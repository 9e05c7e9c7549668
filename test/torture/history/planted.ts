import { readFile } from 'node:fs/promises';
import { build, type Plugin } from 'esbuild';
import { bundleOptions } from '../../../lib/build/bundle';

/** A text of a source file, and the defect that replaces it. */
type Defect = {
  readonly file: string;
  readonly text: string;
  readonly defect: string;
  /** True for a defect that only a stage with ownership shows. */
  readonly ownership?: boolean;
};

/** Defects that this service could have. */
export const defects = {
  'lost update': {
    file: 'functions/table/expression.ts',
    text: "if (Array.isArray(ifMatch)) conditions.push(ifMatch.length > 0 ? anyRev(ifMatch, 'match') : itemMissing);",
    defect: '',
  },
  'stale read': {
    file: 'functions/table/get.ts',
    text: 'export const getItem = async (key: ItemKey): Promise<TableItem> => {\n  const item = await find(key);',
    // Shares a running read with later requests, even when a write was acknowledged in between.
    defect: `
      const reads = new Map();
      export const getItem = async (key) => {
        const reading = reads.get(key.sk) ?? find(key).finally(() => reads.delete(key.sk));
        reads.set(key.sk, reading);
        const item = await reading;`,
  },
  'double apply': {
    file: 'functions/table/expression.ts',
    text: "text: '#updatedAt < :updatedAt'",
    defect: "text: 'attribute_exists(pk)'",
  },
  'hole in a list': {
    file: 'functions/table/get.ts',
    text: 'rest = UnprocessedKeys[TableName]?.Keys ?? [];',
    defect: 'rest = [];',
  },
  'missing owner condition': {
    file: 'functions/table/change.ts',
    text: 'const conditions = [isNewer, ...ownedBy(request), ',
    defect: 'const conditions = [isNewer, ',
    ownership: true,
  },
  'missing owner check': {
    file: 'functions/table/remove.ts',
    text: 'checkOwner(entity, deletion, current);',
    defect: '',
    ownership: true,
  },
} satisfies Record<string, Defect>;

export type DefectName = keyof typeof defects;

/** Returns the names of the defects that a stage with or without ownership shows. */
export const namesOfDefects = (ownership = false) =>
  (Object.keys(defects) as DefectName[]).filter((name) => 'ownership' in defects[name] === ownership);

const defectPlugin = ({ file, text, defect }: Defect): Plugin => ({
  name: 'defect',
  setup: ({ onLoad }) => {
    onLoad({ filter: new RegExp(`/${file}$`) }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!source.includes(text)) throw new Error(`${file} does not contain the text to replace by a defect: ${text}`);
      return { contents: source.replace(text, () => defect), loader: 'ts' };
    });
  },
});

/** Bundles the functions with a defect. */
export const bundleWithDefect = (defect: Defect, outdir: string) => {
  const options = bundleOptions(outdir);
  return build({ ...options, plugins: [...options.plugins, defectPlugin(defect)] });
};
