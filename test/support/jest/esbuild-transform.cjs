const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { basename } = require('node:path');
const { transformSync, version } = require('esbuild');

const self = readFileSync(__filename, 'utf8');

/** Jest reads TypeScript through esbuild: no second compiler, and the one that builds the bundles. */
module.exports = {
  process: (source, path) =>
    transformSync(source, {
      sourcefile: basename(path),
      loader: 'ts',
      format: 'cjs',
      target: 'node20',
      sourcemap: 'inline',
      // Node's own import() would not find a .ts file.
      supported: { 'dynamic-import': false },
    }),
  // Leaves out the folder, so that a copy of the project takes its files from the same cache.
  getCacheKey: (source, path) =>
    createHash('sha256')
      .update([version, self, basename(path), source].join('\0'))
      .digest('hex'),
};
