import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import type { Row } from '../../functions/http/row';
import * as routes from '../../functions/routes';
import { root } from '../root';

const rows: Record<string, Row> = routes;

/** The handler of a row, and what its start does before the first request comes. */
const codeOf = (name: string, { source, table }: Row) => `
  import { ${name} as row } from './functions/routes';
  import { handler } from './${source}';
  import { ${table ? 'prime' : 'rehearse'} as prime } from './functions/${table ? 'table/prime' : 'lambda/rehearse'}';
  export { handler };
  export const primed = () => prime(row, handler);
`;

/** A start is over when the module is loaded: of the two kinds of modules only this one can wait. */
const starter = (name: string) =>
  `import { handler, primed } from './${name}.cjs';\nawait primed();\nexport { handler };\n`;

/** Makes of a row's name an entry point: `<name>.cjs`, and beside it the module that Lambda loads, `<name>.mjs`. */
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
        // As with all that esbuild makes: it is written, unless the caller wants to do that.
        if (outputFiles) outputFiles.push({ path, text, contents: Buffer.from(text), hash: name });
        else writeFileSync(path, text);
      }
    });
  },
};
