import { spawnSync } from 'node:child_process';
import { posix } from 'node:path';
import { hook, root } from '../root';
import { exportsOf, listFiles, read, replaceIn, runProgram } from './edits';

const wordsOf = (text: string): readonly string[] => text.match(/\w+/g) ?? [];

/** Adds the imports that the changed files lack, those of the own folder first. Biome removes the unused imports. */
const addImports = () => {
  // The handlers have the names of the routes, and no file imports them.
  const exported = listFiles('--cached', '--others', 'functions/*.ts', ':!functions/*/handlers.ts').flatMap((file) =>
    exportsOf(file).map((name) => ({ name, file })),
  );
  for (const file of listFiles('--modified', '--others', 'functions/*.ts')) {
    const text = read(file);
    const known = wordsOf((text.match(/^import [^;}]*|^(export )?(const|type) \w+/gm) ?? []).join());
    const words = wordsOf(text).filter((word) => !known.includes(word));
    // Prefers the own folder, then that of the first version. Two resources can have members of one name, such as ShownAuthor.
    const own = posix.dirname(file);
    const rankOf = (other: string) => [own, own.replace(/-v\d+$/, '')].indexOf(posix.dirname(other)) + 1 || 3;
    const best = new Map<string, number>();
    for (const { name, file: other } of exported) best.set(name, Math.min(best.get(name) ?? 3, rankOf(other)));
    const imports = exported
      .filter((each) => words.includes(each.name) && rankOf(each.file) === best.get(each.name))
      .map(({ name, file: other }) => `import { ${name} } from './${posix.relative(posix.dirname(file), other)}';\n`);
    replaceIn(file, /^/, imports.join('').replaceAll('./../', '../').replaceAll(".ts'", "'"));
  }
};

// Runs the program itself, because npx refuses to run inside `npx --package node@24 --call '…'`.
const biome = require.resolve('@biomejs/biome/bin/biome');

/** Writes the first screen of README.md by a new process, because this one has loaded the resources from before. */
const refreshReadme = () => {
  const { status } = spawnSync(process.execPath, ['--require', hook, 'bin/readme.ts'], { cwd: root });
  if (status !== 0)
    process.stdout.write('Run npm run fix when the code loads again: README.md shows the routes from before.\n');
};

/** Adds the imports to the files that a command has written, formats them, and prints which they are. */
export const finishFiles = (text = '') => {
  addImports();
  const fix = (...parameters: string[]) => runProgram(process.execPath, biome, 'check', '--write', ...parameters);
  fix('--unsafe', '--only=correctness/noUnusedImports', 'functions');
  fix('functions', 'test/functions');
  refreshReadme();
  process.stdout.write(runProgram('git', 'status', '--short', '--untracked-files=all') + text);
};
