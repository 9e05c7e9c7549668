const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { threadId } = require('node:worker_threads');

// Lets Node read TypeScript: `node --require` this file. tsx would take 180 ms more at every start, because it has a
// thread of its own and parses all JavaScript.

const root = join(__dirname, '..', '..');
const kept = join(root, 'node_modules', '.cache', 'typescript');
const own = readFileSync(__filename);

/** The compiled form of a text is kept under the hash of the text. */
const keptAt = (source) => join(kept, `${createHash('sha256').update(own).update(source).digest('hex')}.js`);

/** Every TypeScript file that `npm start` may load. */
const sources = () =>
  ['bin', 'lib', 'functions'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(root, folder, name)),
  );

/** Loads esbuild without the thread and the process that it keeps for further calls. esbuild reads the variable as it loads. */
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

/** Compiles a file and all sources that are not kept yet, because a call of esbuild for each file takes 150 ms more. */
const compileMissing = (file) => {
  const missing = new Map();
  for (const path of [file, ...sources()]) {
    const source = readFileSync(path, 'utf8');
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
    // Without this, a tsconfig.json nearby would change the result.
    tsconfigRaw: {},
    // Node's own import() would not find a .ts file.
    supported: { 'dynamic-import': false },
  });
  if (outputFiles.length < missing.size) throw new Error(`esbuild did not compile all sources with ${file}`);
  mkdirSync(kept, { recursive: true });
  for (const { path: at, contents } of outputFiles) {
    const { path, source } = missing.get(at);
    // The file may have changed before esbuild read it.
    if (readFileSync(path, 'utf8') !== source) continue;
    const draft = `${at}.${process.pid}.${threadId}`;
    writeFileSync(draft, contents);
    renameSync(draft, at);
  }
};

/** Returns a file as JavaScript. */
const compile = (file) => {
  const at = keptAt(readFileSync(file, 'utf8'));
  if (existsSync(at)) return readFileSync(at, 'utf8');
  compileMissing(file);
  return compile(file);
};

require.extensions['.ts'] = (module, file) => module._compile(compile(file), file);

module.exports = { compile };
