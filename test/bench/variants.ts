import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { bundle } from '../../lib/bundle';
import { routes } from './routes';

/** A way to write a route: what Lambda would load, `.mjs` by import and `.js` by require, as it does. */
export type Variant = { readonly name: string; readonly file: string };

/** As the AWS documentation bundles a TypeScript function; all else is esbuild's default. */
const usual = { bundle: true, minify: true, platform: 'node', target: 'node24' } satisfies BuildOptions;

/** What ours is compared with, each bundled as its own documentation says. */
const competitors: Record<string, BuildOptions> = {
  bare: usual,
  floor: usual,
};

const ours = ['ours', 'ours, not primed'];
export const names = [...ours, 'empty', ...Object.keys(competitors)];

const buildCompetitor = async (name: string, outdir: string) => {
  const folder = [join(__dirname, name), join(__dirname, 'peers', name)].find(existsSync) ?? '';
  const entryPoints = Object.keys(routes)
    .map((route) => join(folder, `${route}.ts`))
    .filter(existsSync);
  await build({ ...competitors[name], entryPoints, outdir: join(outdir, name), logLevel: 'error' });
};

/** Bundles what is asked for; answers the variants of a route. */
export const buildVariants = async (outdir: string, wanted: readonly string[]) => {
  const isWanted = ({ name }: { readonly name: string }) => wanted.includes(name);
  await bundle(join(outdir, 'ours'));
  await build({ ...usual, entryPoints: [join(__dirname, 'empty.ts')], outdir });
  for (const name of Object.keys(competitors).filter((one) => wanted.includes(one)))
    await buildCompetitor(name, outdir);
  return (route: string): Variant[] => {
    const row = routes[route]?.row ?? '';
    const folder = join(outdir, 'ours', row);
    const plain = join(folder, `${row}.js`);
    const primed = join(folder, 'index.mjs');
    const own = existsSync(primed)
      ? [
          { name: 'ours', file: primed },
          { name: 'ours, not primed', file: plain },
        ]
      : [{ name: 'ours', file: plain }];
    const others = Object.keys(competitors).map((name) => ({ name, file: join(outdir, name, `${route}.js`) }));
    return [...own, ...others, { name: 'empty', file: join(outdir, 'empty.js') }]
      .filter(isWanted)
      .filter(({ file }) => existsSync(file));
  };
};
