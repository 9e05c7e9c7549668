const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { threadId } = require('node:worker_threads');

// Hook that lets Node load TypeScript: `node --require` this file. tsx takes 180 ms more at every start, because tsx
// runs a thread and parses all JavaScript.

const root = join(__dirname, '..', '..');
const cacheFolder = join(root, 'node_modules', '.cache', 'typescript');
const ownSource = readFileSync(__filename);

/** Returns the path of a compiled file in the cache: a hash of this file and of the source. */
const cachePathOf = (source) =>
  join(cacheFolder, `${createHash('sha256').update(ownSource).update(source).digest('hex')}.js`);

/** Lists every TypeScript file that `npm start` may load. */
const sources = () =>
  ['bin', 'lib', 'functions'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(root, folder, name)),
  );

/** Loads esbuild without the thread that it keeps for later calls. esbuild reads the variable when it is loaded. */
const loadEsbuild = () => {
  const { ESBUILD_WORKER_THREADS: before } = process.env;
  process.env.ESBUILD_WORKER_THREADS = '0';
  try {
    return require('esbuild');
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    process.stderr.write('The packages are not installed; run npm ci\n');
    process.exit(1);
  } finally {
    if (before === undefined) delete process.env.ESBUILD_WORKER_THREADS;
    else process.env.ESBUILD_WORKER_THREADS = before;
  }
};

/** Compiles a file and all sources missing in the cache, because a call of esbuild for each file takes 150 ms more. */
const compileMissing = (file) => {
  const missing = new Map();
  for (const path of [file, ...sources()]) {
    const source = readFileSync(path, 'utf8');
    const at = cachePathOf(source);
    if (!existsSync(at)) missing.set(at, { path, source });
  }
  const { outputFiles } = loadEsbuild().buildSync({
    entryPoints: [...missing].map(([at, { path }]) => ({ in: path, out: basename(at, '.js') })),
    outdir: cacheFolder,
    write: false,
    format: 'cjs',
    target: 'node20',
    logLevel: 'silent',
    // Without this, a tsconfig.json in a parent folder would change the result.
    tsconfigRaw: {},
    // Turns import() into require(), because Node's import() does not load .ts files.
    supported: { 'dynamic-import': false },
  });
  if (outputFiles.length < missing.size) throw new Error(`esbuild did not compile all sources with ${file}`);
  mkdirSync(cacheFolder, { recursive: true });
  for (const { path: at, contents } of outputFiles) {
    const { path, source } = missing.get(at);
    // Skips a file that changed before esbuild read it.
    if (readFileSync(path, 'utf8') !== source) continue;
    const draft = `${at}.${process.pid}.${threadId}`;
    writeFileSync(draft, contents);
    renameSync(draft, at);
  }
};

/** Returns the JavaScript of a TypeScript file, from the cache if possible. */
const compile = (file) => {
  const at = cachePathOf(readFileSync(file, 'utf8'));
  if (existsSync(at)) return readFileSync(at, 'utf8');
  compileMissing(file);
  return compile(file);
};

require.extensions['.ts'] = (module, file) => module._compile(compile(file), file);

module.exports = { compile };
