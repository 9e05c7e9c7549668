const { transformSync } = require('esbuild');

/** Jest reads TypeScript through esbuild: no second compiler, and the one that builds the bundles. */
module.exports = {
  process: (source, sourcefile) =>
    transformSync(source, { sourcefile, loader: 'ts', format: 'cjs', target: 'node20', sourcemap: 'inline' }),
};
