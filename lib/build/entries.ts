import type { Plugin } from 'esbuild';
import { entryOf, type Route } from '../../functions/kit/http/route';
import { resourceOf } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { root } from '../root';

const known: Record<string, Route> = routes;

/**
 * Returns the source of an entry point: the route's handler, and `primed`, which runs the handler once at the start.
 * `export =` saves 0.5 kB of each bundle, because esbuild turns other exports into CommonJS by helpers.
 */
const codeOf = (name: string, route: Route) => `
  import { ${name} as route } from './functions/routes';
  import { handler } from './${entryOf(route)}';
  import { ${route.actions ? 'prime' : 'warmUp'} as prime } from './functions/kit/lambda/${route.actions ? 'prime' : 'warm-up'}';
  const primed = () => prime(route, handler, '${resourceOf(route)?.collection ?? ''}');
  export = { handler, primed };
`;

/** Returns the ES module that Lambda loads. Lambda waits for a top-level await, which CommonJS does not have. */
const starterOf = (name: string) =>
  `import { handler, primed } from './${name}.cjs';\nawait primed();\nexport { handler };\n`;

/** Entry points of esbuild: two files for each route, the bundle `<name>.cjs`, and `<name>.mjs`, which Lambda loads. */
export const entryPoints = Object.keys(routes).flatMap((name) =>
  [name, `${name}.mjs`].map((path) => ({ in: path, out: `${name}/${name}` })),
);

/** Plugin of esbuild that makes the sources of `entryPoints`. */
export const entries: Plugin = {
  name: 'entries',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\w+(\.mjs)?$/ }, ({ kind, path }) =>
      kind === 'entry-point' ? { path, namespace: 'route' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'route' }, ({ path }) => {
      const [name = '', isStarter] = path.split('.');
      const route = known[name];
      if (isStarter) return { contents: starterOf(name), loader: 'copy' };
      return route && { contents: codeOf(name, route), loader: 'ts', resolveDir: root };
    });
  },
};
