const { transformSync } = require('esbuild');

/** Jest reads TypeScript through esbuild: no second compiler, and the one that builds the bundles. */
module.exports = {
  process: (source, sourcefile) =>
    transformSync(source, {
      sourcefile,
      loader: 'ts',
      format: 'cjs',
      target: 'node20',
      sourcemap: 'inline',
      // Node's own import() would not find a .ts file.
      supported: { 'dynamic-import': false },
    }),
};
