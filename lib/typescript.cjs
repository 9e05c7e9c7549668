const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { threadId } = require('node:worker_threads');

// `node --require` this, and Node reads TypeScript. tsx does that, too, but in a thread of its own, and parses all
// JavaScript as well: every start took 180 ms more.

const kept = join(__dirname, '..', 'node_modules', '.cache', 'typescript');
const own = readFileSync(__filename);

/** A file as JavaScript: what was made of it once, under the hash of the very text that it was made of. */
const compile = (file) => {
  const source = readFileSync(file, 'utf8');
  const at = join(kept, `${createHash('sha256').update(own).update(source).digest('hex')}.js`);
  try {
    return readFileSync(at, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const { code } = require('esbuild').transformSync(source, {
    sourcefile: file,
    loader: 'ts',
    format: 'cjs',
    target: 'node20',
    // Node's own import() would not find a .ts file.
    supported: { 'dynamic-import': false },
  });
  mkdirSync(kept, { recursive: true });
  const draft = `${at}.${process.pid}.${threadId}`;
  writeFileSync(draft, code);
  renameSync(draft, at);
  return code;
};

require.extensions['.ts'] = (module, file) => module._compile(compile(file), file);

module.exports = { compile };
