import { join } from 'node:path';
import { build } from 'esbuild';
import { bundle } from '../../lib/build/bundle';
import { temporaryFolder } from '../support/folder';

export const names = ['ours', 'official', 'ours unprimed', 'bare', 'floor'];

/** Bundles a program as the AWS documentation does for TypeScript. Its bundle has the handlers of all routes. */
const buildPlain = async (name: string) => {
  const outfile = join(temporaryFolder(), `${name}.js`);
  const entryPoints = [join(__dirname, `${name}.ts`)];
  await build({ entryPoints, outfile, bundle: true, minify: true, platform: 'node', target: 'node24' });
  return outfile;
};

/** Bundles the variants. Each result has a name, and the file that Lambda loads for a route of the route table. */
export const buildVariants = async (wanted: readonly string[]) => {
  const ours = join(process.env.ASSEMBLY ?? '', 'bundles');
  const official = temporaryFolder();
  if (wanted.includes('official')) await bundle(official, 'sdk');
  const [bare, floor] = [await buildPlain('bare'), await buildPlain('floor')];
  const files: Record<string, (route: string) => string> = {
    ours: (route) => join(ours, route, `${route}.mjs`),
    official: (route) => join(official, route, `${route}.mjs`),
    'ours unprimed': (route) => join(ours, route, `${route}.cjs`),
    bare: () => bare,
    floor: () => floor,
  };
  return Object.entries(files)
    .filter(([name]) => wanted.includes(name))
    .map(([name, fileFor]) => ({ name, fileFor }));
};
