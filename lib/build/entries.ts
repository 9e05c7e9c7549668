import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { type Row, sourceOf } from '../../functions/http/row';
import * as routes from '../../functions/routes';
import { root } from '../root';

const rows: Record<string, Row> = routes;

/** Returns the source of an entry point: the row's handler, and `primed`, which runs the handler once at the start. */
const codeOf = (name: string, row: Row) => `
  import { ${name} as row } from './functions/routes';
  import { handler } from './${sourceOf(row)}';
  import { ${row.table ? 'prime' : 'rehearse'} as prime } from './functions/${row.table ? 'dynamodb/prime' : 'lambda/rehearse'}';
  export { handler };
  export const primed = () => prime(row, handler);
`;

/** Returns the ES module that Lambda loads. Lambda waits for a top-level await, which CommonJS does not have. */
const starter = (name: string) =>
  `import { handler, primed } from './${name}.cjs';\nawait primed();\nexport { handler };\n`;

/** Plugin of esbuild. Builds two files for each row: the bundle `<name>.cjs`, and `<name>.mjs`, which Lambda loads. */
export const entries: Plugin = {
  name: 'entries',
  setup: ({ onResolve, onLoad, onEnd }) => {
    onResolve({ filter: /^\w+$/ }, ({ kind, path }) =>
      kind === 'entry-point' && path in rows ? { path, namespace: 'row' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'row' }, ({ path }) => {
      const row = rows[path];
      return row && { contents: codeOf(path, row), resolveDir: root };
    });
    onEnd(({ metafile, outputFiles }) => {
      for (const [output, { entryPoint }] of Object.entries(metafile?.outputs ?? {})) {
        const [, name] = /^row:(\w+)$/.exec(entryPoint ?? '') ?? [];
        if (!name) continue;
        const path = resolve(root, dirname(output), `${name}.mjs`);
        const text = starter(name);
        // Returns the module instead of writing it if the build has `write: false`, as esbuild does with its own files.
        if (outputFiles) outputFiles.push({ path, text, contents: Buffer.from(text), hash: name });
        else writeFileSync(path, text);
      }
    });
  },
};
