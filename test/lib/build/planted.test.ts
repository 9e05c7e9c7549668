import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { folderOf, type Route } from '../../../functions/kit/http/route';
import * as routes from '../../../functions/routes';
import { bundleOptions } from '../../../lib/build/bundle';
import { handlerSourceOf } from '../../../lib/build/handlers';
import { withMarks } from '../../../lib/build/marks';
import { root } from '../../../lib/root';
import { aResource, describeFor, routeOf } from '../../support/declared';
import { useEndpoint } from '../../support/dynamodb/endpoint';
import { temporaryFolder } from '../../support/folder';
import { nobody } from '../../support/service';
import { eventOf, invoke } from '../../support/unit/event';

/*
 * Plants code of people in what a build reads. A start runs nothing of it.
 */

type Bundle = {
  readonly primed: () => Promise<void>;
  readonly handler: Parameters<typeof invoke>[0];
  readonly warm?: object;
};
type Planted = Readonly<Record<string, (text: string) => string>>;

const { listen } = useEndpoint();
const folder = temporaryFolder();
let builds = 0;

/** Bundles one route, with other contents of some files. Returns its bundle and the warnings of the build. */
const buildWith = async (planted: Planted, name: string, more: Readonly<Record<string, Route>> = {}) => {
  const outdir = join(folder, String(++builds));
  const options = bundleOptions(outdir, 'lean', { ...routes, ...more });
  const plant: Plugin = {
    name: 'plant',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const change = planted[relative(root, path)];
        const isOfKit = (from: string) => from.startsWith('../kit/');
        return change && { contents: withMarks(change(readFileSync(path, 'utf8')), isOfKit), loader: 'ts' };
      }),
  };
  const entryPoints = options.entryPoints.filter((point) => point.in === name);
  const { warnings } = await build({ ...options, entryPoints, plugins: [plant, ...options.plugins] });
  const loaded: Bundle = createRequire(__filename)(join(outdir, name, `${name}.cjs`));
  return { ...loaded, warnings: warnings.map(({ text }) => text) };
};

describeFor(aResource, 'a start', ({ resource, path }) => {
  const [name, route] = routeOf(resource, 'get');
  const { file, exported } = handlerSourceOf(name, route);
  /** Matches the beginning of the handler: its route and its parameter. */
  const start = RegExp(`(?<=const ${exported} = [^;]*?) => `);
  const event = () => eventOf(`GET ${path}/${nobody}`);
  const asked: string[] = [];
  const run = "process.env.EFFECT = 'ran'";

  beforeEach(async () => {
    process.env.EFFECT = '';
    asked.splice(0);
    const server = createServer(({ method = '' }, response) => {
      asked.push(method);
      response.setHeader('content-type', 'application/x-amz-json-1.0').end('{"ConsumedCapacity":{}}');
    });
    await listen(server);
  });

  test.each([
    ['imports a module of Node', `import { request } from 'node:https'; const effect = () => void (request, ${run});`],
    ['imports a package', `import { string } from 'valibot'; const effect = () => void (string, ${run});`],
    ['imports another file', `import { effect } from './routes';`],
    ['calls fetch', `const effect = () => void (fetch('data:,').catch(() => {}), ${run});`],
    ['sets a timer', `const effect = () => void (setTimeout(() => {}, 0), ${run});`],
  ])('runs no handler that %s, which the next request runs', async (_, code) => {
    const planted = {
      [file]: (text: string) => code + text.replace(start, ' => effect() ?? '),
      [`functions/${folderOf(path)}/routes.ts`]: (text: string) =>
        `${text}\nexport const effect = () => void (${run});`,
    };
    const { primed, handler } = await buildWith(planted, name);
    await primed();
    expect([process.env.EFFECT, asked]).toEqual(['', ['GET']]);
    expect((await invoke(handler, event())).status).toBe(404);
    expect(process.env.EFFECT).toBe('ran');
  });

  test.each([
    [
      'of respond',
      "import { respond } from '../kit/lambda/respond'; export const NAME = respond(async () => { RUN });",
    ],
    ['of no function of the kit', 'export const NAME = async () => { RUN };'],
  ])('runs no handler %s', async (_, code) => {
    const { primed } = await buildWith({ [file]: () => code.replace('NAME', exported).replace('RUN', run) }, name);
    await primed();
    expect([process.env.EFFECT, asked]).toEqual(['', ['GET']]);
  });

  test.each([`GET ${path}/{id}/told`, `GET ${path}/{id}`] as const)(
    'of a route with a handler of its own only opens the connection: %s',
    async (routeKey) => {
      const entry = `functions/${folderOf(path)}/docs.ts` as const;
      const more = { tell: { ...route, routeKey, entry } };
      const addRoute = (text: string) => `${text}\nexport const tell = ${JSON.stringify(more.tell)};`;
      const { primed, warm } = await buildWith(
        { 'functions/routes.ts': addRoute, [entry]: () => 'export const handler = async () => {};' },
        'tell',
        more,
      );
      await primed();
      expect([warm, asked]).toEqual([undefined, ['GET']]);
    },
  );

  test('of a route whose models import more than the kit only opens the connection, and the build says so', async () => {
    const file = `functions/${folderOf(path)}/routes.ts`;
    const { primed, warm, warnings } = await buildWith({ [file]: (text) => `import 'node:net';${text}` }, name);
    await primed();
    expect([warm, asked]).toEqual([undefined, ['GET']]);
    expect(warnings).toContainEqual(expect.stringContaining(`${file} imports node:net, so ${path} is not warmed up`));
  });
});
