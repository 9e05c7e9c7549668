import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../../../lib/build/bundle';
import { planting } from '../planted/planted';

/** Name of the bundle, and of its folder. */
export const FOLLOWED = 'followed';

/** Bundles followed.ts as functions are bundled, with defects. */
export const bundleFollowed = (outdir: string, defects: readonly string[]) => {
  const options = bundleOptions(outdir, 'lean', {});
  return build({
    ...options,
    entryPoints: [{ in: join(__dirname, 'followed.ts'), out: `${FOLLOWED}/${FOLLOWED}` }],
    plugins: [...options.plugins, ...defects.map(planting)],
  });
};
