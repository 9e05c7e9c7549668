import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { entryOf, type Route } from '../../functions/http/route';
import * as routes from '../../functions/routes';
import { root } from '../root';

const known: Record<string, Route> = routes;

/** Returns the source of an entry point: the route's handler, and `primed`, which runs the handler once at the start. */
const codeOf = (name: string, route: Route) => `
  import { ${name} as route } from './functions/routes';
  import { handler } from './${entryOf(route)}';
  import { ${route.actions ? 'prime' : 'warmUp'} as prime } from './functions/${route.actions ? 'dynamodb/prime' : 'lambda/warm-up'}';
  export { handler };
  export const primed = () => prime(route, handler);
`;

/** Returns the ES module that Lambda loads. Lambda waits for a top-level await, which CommonJS does not have. */
const starter = (name: string) =>
  `import { handler, primed } from './${name}.cjs';\nawait primed();\nexport { handler };\n`;

/** Plugin of esbuild. Builds two files for each route: the bundle `<name>.cjs`, and `<name>.mjs`, which Lambda loads. */
export const entries: Plugin = {
  name: 'entries',
  setup: ({ onResolve, onLoad, onEnd }) => {
    onResolve({ filter: /^\w+$/ }, ({ kind, path }) =>
      kind === 'entry-point' && path in known ? { path, namespace: 'route' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'route' }, ({ path }) => {
      const route = known[path];
      return route && { contents: codeOf(path, route), resolveDir: root };
    });
    onEnd(({ metafile }) => {
      for (const [output, { entryPoint }] of Object.entries(metafile?.outputs ?? {})) {
        const [, name] = /^route:(\w+)$/.exec(entryPoint ?? '') ?? [];
        if (name) writeFileSync(resolve(root, dirname(output), `${name}.mjs`), starter(name));
      }
    });
  },
};
