import type { Plugin } from 'esbuild';
import { entityNameOf, folderOf, type Route, type Verb, verbOf } from '../../functions/kit/http/route';
import type { Job } from '../../functions/kit/needs';
import { resourceOf } from '../../functions/kit/resources';
import { resources } from '../../functions/resources';
import { root } from '../root';
import { handlerSourceOf, isRoute } from './handlers';
import { readImports } from './imports';

export type RouteTable = Readonly<Record<string, Route>>;

/** Routes and jobs by the names of their functions. */
export type FunctionTable = Readonly<Record<string, Route | Job>>;

/** Tells whether people write the handler of a function for one purpose. The six routes of a resource do not name their files. */
export const isSpecial = (declared?: Route | Job) => /^functions\/(?!kit\/)/.test(declared?.entry ?? '');

/** Makers of the kit's own handler of each verb: a function of lambda/handle.ts, and the file of the verb in table/. */
const makersOf: Readonly<Record<Verb, readonly [handle: string, file: string]>> = {
  list: ['handleList', 'list'],
  create: ['handlePost', 'create'],
  get: ['handleGet', 'get'],
  replace: ['handleChange', 'change'],
  update: ['handleChange', 'change'],
  remove: ['handleDelete', 'remove'],
};

/** Sources of what primes a function, which runs during its start, and of `warm`, the handler that it runs once. */
type Priming = { readonly imports?: string; readonly warm?: string; readonly prime?: string };

/**
 * Returns what primes a route. `warm` is never a handler that people write, because it may send a message or charge a card. The
 * six routes of a resource run a handler that is made here, of the kit and the models alone. Other routes only open their
 * connection, as those of `cold` models do.
 */
const primingOf = (route: Route, cold: ReadonlySet<string>): Priming => {
  const [verb, resource] = [verbOf(route), resourceOf(route)];
  if (route.entry && !isSpecial(route))
    return {
      imports: "import { warmUp } from './functions/kit/lambda/warm-up';",
      warm: 'handler',
      prime: 'warmUp(route, warm)',
    };
  if (!route.actions) return {};
  if (isSpecial(route) || !verb || !resource || cold.has(resource.path))
    return { imports: "import { connect } from './functions/kit/lambda/prime';", prime: 'connect()' };
  const [handle, file] = makersOf[verb];
  return {
    imports: `
  import { prime } from './functions/kit/lambda/prime';
  import { ${handle} } from './functions/kit/lambda/handle';
  import { ${entityNameOf(resource.path)} as entity } from './functions/${folderOf(resource.path)}/store';
  import { ${verb} } from './functions/kit/table/${file}';`,
    warm: `${handle}(route, (request) => ${verb}(entity, request))`,
    prime: 'prime(route, warm, entity.fields)',
  };
};

/**
 * Returns the source of an entry point: the route's handler, and `primed`, which Lambda waits for at the start.
 * `export =` saves 0.5 kB of each bundle, because esbuild turns other exports into CommonJS by helpers.
 */
const codeOf = (name: string, declared: Route | Job, cold: ReadonlySet<string>) => {
  const { imports = '', warm, prime } = isRoute(declared) ? primingOf(declared, cold) : {};
  const { file, exported } = handlerSourceOf(name, declared);
  return `
  import { ${name} as route } from './functions/routes';
  import { ${exported} as handler } from './${file}';
  ${imports}
  const warm = ${warm};
  const primed = async () => {
    await ${prime};
    handler.endStart?.();
  };
  export = { handler, primed, warm };
`;
};

/** Returns the ES module that Lambda loads. Lambda waits for a top-level await, which CommonJS does not have. */
const starterOf = (name: string) =>
  `import { handler, primed } from './${name}.cjs';\nawait primed();\nexport { handler };\n`;

/** Returns the entry points of esbuild: two files for each function, `<name>.cjs`, and `<name>.mjs`, which Lambda loads. */
export const entryPointsOf = (functions: FunctionTable) =>
  Object.keys(functions).flatMap((name) => [name, `${name}.mjs`].map((path) => ({ in: path, out: `${name}/${name}` })));

/** Returns the resources whose models import more than the kit, each with the first such import. */
const coldResources = async (plugins: Plugin[]) => {
  const importsOf = await readImports(plugins.filter(({ name }) => name !== 'entries'));
  return resources.flatMap(({ path }) => {
    const [found] = importsOf(`functions/${folderOf(path)}/routes.ts`);
    return found ? { path, found } : [];
  });
};

/** Makes the plugin of esbuild that makes the sources of the entry points. */
export const entries = (functions: FunctionTable): Plugin => ({
  name: 'entries',
  setup: ({ onStart, onResolve, onLoad, initialOptions: { plugins = [] } }) => {
    const cold = new Set<string>();
    onStart(async () => {
      const found = await coldResources(plugins);
      for (const { path } of found) cold.add(path);
      const end = 'is not warmed up, because only the kit and models run at a start; import it in a handler instead';
      return { warnings: found.map((each) => ({ text: `${each.found}, so ${each.path} ${end}` })) };
    });
    onResolve({ filter: /^\w+(\.mjs)?$/ }, ({ kind, path }) =>
      kind === 'entry-point' ? { path, namespace: 'route' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'route' }, ({ path }) => {
      const [name = '', isStarter] = path.split('.');
      const declared = functions[name];
      if (isStarter) return { contents: starterOf(name), loader: 'copy' };
      return declared && { contents: codeOf(name, declared, cold), loader: 'ts', resolveDir: root };
    });
  },
});
