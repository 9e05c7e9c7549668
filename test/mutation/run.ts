import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { defineCommand, runCommand } from '../../lib/command';
import { root } from '../../lib/root';
import { randomOf } from '../torture/random';

/** The tests must find this share of the mutants. Some mutants change nothing that a test could see. */
const MIN_SHARE = 0.9;

/** Changes that a mutant makes to one place in a line. */
const mutators: readonly (readonly [RegExp, string])[] = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \?\? /g, ' && '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/'[^']+'/g, "''"],
  [/\b\d[\d_]*\b/g, '7'],
  [/\bawait /g, ''],
  [/\bif \(/g, 'if (false && '],
  [/^ +(throw|[\w.]+\() ?.*;$/g, ''],
];

type Mutant = { readonly file: string; readonly line: number; readonly text: string; readonly source: string };

const isCode = (line: string) => !/^\s*(\/\/|\*|\/\*|import|export type|readonly|type)/.test(line);

const mutantsOf = (file: string) => {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const mutants: Mutant[] = [];
  for (const [at, line] of lines.entries())
    for (const [pattern, replacement] of isCode(line) ? mutators : [])
      for (const { 0: found, index } of line.matchAll(pattern)) {
        const text = line.slice(0, index) + replacement + line.slice(index + found.length);
        if (text !== line) mutants.push({ file, line: at + 1, text, source: lines.with(at, text).join('\n') });
      }
  return mutants;
};

const canRead = ({ source }: Mutant) => {
  try {
    transformSync(source, { loader: 'ts', logLevel: 'silent' });
    return true;
  } catch {
    return false;
  }
};

const tracked = (...paths: string[]) =>
  execFileSync('git', ['ls-files', ...paths], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');

/** Returns the nearest folder of tests: `test/functions/dynamodb` for `functions/dynamodb/lean`. */
const testsOf = (folder: string): string =>
  existsSync(join(root, 'test', folder)) ? folder : testsOf(dirname(folder));

/** Lists the tests of a file: beside the code with those of the handlers, then the contract, then the explorer. */
const findersOf = (file: string) => [
  [`test/${testsOf(dirname(file))}/`, 'test/functions/users/', 'test/functions/posts/'],
  ['test/contract/'],
  ['--config=jest.programs.config.cjs', 'test/torture/explore/check-explore', '--testNamePattern=no write is lost'],
];
const fails = (copy: string, parameters: readonly string[]) => {
  const command = ['node_modules/jest/bin/jest.js', '--bail', '--silent', '--passWithNoTests', ...parameters];
  return spawnSync(process.execPath, command, { cwd: copy, timeout: 300_000 }).status !== 0;
};

const usage = {
  name: 'npm run mutation',
  file: '[files or folders]',
  isOpen: true,
  options: {
    mutants: { type: 'string', value: 'number', does: 'make this many changes; by default 100' },
    seed: { type: 'string', value: 'number', does: 'draw other places than by default' },
  },
} as const;

const run = defineCommand(usage, ({ mutants: count = '100', seed = '1' }, ...paths) => {
  const random = randomOf(Number(seed));
  const files = tracked(...(paths.length > 0 ? paths : ['functions'])).filter((file) => file.endsWith('.ts'));
  const all = files.flatMap(mutantsOf).filter(canRead);
  const drawn = all.map((mutant) => ({ mutant, at: random.next() })).sort((a, b) => a.at - b.at);
  const mutants = drawn.slice(0, Number(count)).map(({ mutant }) => mutant);
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
  for (const file of tracked()) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  let survivors = 0;
  for (const { file, line, text, source } of mutants) {
    writeFileSync(join(copy, file), source);
    const finder = findersOf(file).find((parameters) => fails(copy, parameters));
    if (!finder) survivors++;
    process.stdout.write(`${finder ? 'found' : 'SURVIVES'}  ${file}:${line}  ${text.trim()}\n`);
    cpSync(join(root, file), join(copy, file));
  }
  rmSync(copy, { recursive: true });
  process.stdout.write(`${mutants.length} of ${all.length} mutants, ${survivors} survive\n`);
  return 1 - survivors / mutants.length >= MIN_SHARE ? 0 : 1;
});

runCommand(run);
