import { build, type Plugin } from 'esbuild';
import { root } from '../root';

/**
 * Returns a function that lists the packages and modules of Node which a file of a resource imports, also through other files
 * of resources. The kit's imports do not count.
 */
export const readImports = async (plugins: Plugin[]) => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['functions/routes.ts'],
    outdir: 'none',
    write: false,
    bundle: true,
    metafile: true,
    packages: 'external',
    platform: 'node',
    logLevel: 'silent',
    plugins,
  });
  const importsOf = (file: string, seen = new Set<string>()): readonly string[] => {
    if (file.startsWith('functions/kit/') || seen.has(file)) return [];
    seen.add(file);
    const imports = metafile.inputs[file]?.imports ?? [];
    return imports.flatMap(({ path, external }) => (external ? `${file} imports ${path}` : importsOf(path, seen)));
  };
  return importsOf;
};
