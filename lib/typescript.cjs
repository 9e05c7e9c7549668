const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');
const { threadId } = require('node:worker_threads');

// `node --require` this, and Node reads TypeScript. tsx does that, too, but in a thread of its own, and parses all
// JavaScript as well: every start took 180 ms more.

const kept = join(__dirname, '..', 'node_modules', '.cache', 'typescript');
const own = readFileSync(__filename);

/** What was made of a text once is kept under the hash of that very text. */
const keptAt = (source) => join(kept, `${createHash('sha256').update(own).update(source).digest('hex')}.js`);

/** A file and whatever it imports, by import() as well, each with its text. */
const withImports = (file, found = new Map()) => {
  if (found.has(file) || !existsSync(file)) return found;
  const source = readFileSync(file, 'utf8');
  found.set(file, source);
  for (const [, path] of source.matchAll(/(?:from |import[ (])'(\.[^']+)'/g))
    withImports(join(dirname(file), `${path}.ts`), found);
  return found;
};

/** esbuild without the thread and the process that it would keep for further calls; it looks for this as it is loaded. */
const loadEsbuild = () => {
  const { ESBUILD_WORKER_THREADS: before } = process.env;
  process.env.ESBUILD_WORKER_THREADS = '0';
  try {
    return require('esbuild');
  } finally {
    if (before === undefined) delete process.env.ESBUILD_WORKER_THREADS;
    else process.env.ESBUILD_WORKER_THREADS = before;
  }
};

/** All that is missing at once: a call of esbuild for each file took a first start 150 ms more. */
const compileWithImports = (file) => {
  const missing = new Map();
  for (const [path, source] of withImports(file)) {
    const at = keptAt(source);
    if (!existsSync(at)) missing.set(at, { path, source });
  }
  const { outputFiles } = loadEsbuild().buildSync({
    entryPoints: [...missing].map(([at, { path }]) => ({ in: path, out: basename(at, '.js') })),
    outdir: kept,
    write: false,
    format: 'cjs',
    target: 'node20',
    logLevel: 'silent',
    // What is made of a text must not hang on what else there is.
    tsconfigRaw: {},
    // Node's own import() would not find a .ts file.
    supported: { 'dynamic-import': false },
  });
  if (outputFiles.length < missing.size) throw new Error(`esbuild did not make all of ${file} and what it imports`);
  mkdirSync(kept, { recursive: true });
  for (const { path: at, contents } of outputFiles) {
    const { path, source } = missing.get(at);
    // esbuild has read it once more.
    if (readFileSync(path, 'utf8') !== source) continue;
    const draft = `${at}.${process.pid}.${threadId}`;
    writeFileSync(draft, contents);
    renameSync(draft, at);
  }
};

/** A file as JavaScript. */
const compile = (file) => {
  const at = keptAt(readFileSync(file, 'utf8'));
  if (existsSync(at)) return readFileSync(at, 'utf8');
  compileWithImports(file);
  return compile(file);
};

require.extensions['.ts'] = (module, file) => module._compile(compile(file), file);

module.exports = { compile };
