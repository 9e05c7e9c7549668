import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { transformSync } from 'esbuild';
import { root } from '../../lib/root';
import { randomOf } from '../torture/random';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { mutants: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});

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

/** Lists the mutants of a file that esbuild can still read. */
const mutantsOf = (file: string): Mutant[] => {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.flatMap((line, at) =>
    mutators
      .flatMap(([pattern, replacement]) =>
        (isCode(line) ? [...line.matchAll(pattern)] : []).map((match) => ({ match, replacement })),
      )
      .map(({ match: { 0: found, index }, replacement }) => {
        const text = line.slice(0, index) + replacement + line.slice(index + found.length);
        return { file, line: at + 1, text, source: lines.with(at, text).join('\n') };
      })
      .filter(({ text, source }) => text !== line && canRead(source)),
  );
};

function canRead(source: string) {
  try {
    return transformSync(source, { loader: 'ts', logLevel: 'silent' }).code !== '';
  } catch {
    return false;
  }
}

const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
for (const file of execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')) {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  cpSync(join(root, file), join(copy, file));
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

/** Runs the tests beside the code, then the contract, then the explorer. Returns the first that fails. */
const findersOf = (file: string) => [
  [`test/${dirname(file)}/`],
  ['test/contract/'],
  [
    '--config',
    'jest.programs.config.cjs',
    'test/torture/explore/check-explore',
    '--testNamePattern',
    'no write is lost',
  ],
];
const fails = (parameters: readonly string[]) => {
  const command = ['node_modules/jest/bin/jest.js', '--bail', '--silent', '--passWithNoTests', ...parameters];
  return spawnSync(process.execPath, command, { cwd: copy, timeout: 300_000 }).status !== 0;
};

const random = randomOf(Number(options.seed));
const files = execFileSync('git', ['ls-files', ...(positionals.length > 0 ? positionals : ['functions'])], {
  cwd: root,
  encoding: 'utf8',
});
const all = files
  .split('\n')
  .filter((file) => file.endsWith('.ts'))
  .flatMap(mutantsOf);
const drawn = all.map((mutant) => ({ mutant, at: random.next() })).sort((a, b) => a.at - b.at);
const mutants = drawn.slice(0, Number(options.mutants)).map(({ mutant }) => mutant);
let survivors = 0;
for (const { file, line, text, source } of mutants) {
  writeFileSync(join(copy, file), source);
  const finder = findersOf(file).find(fails);
  if (!finder) survivors++;
  process.stdout.write(`${finder ? 'found' : 'SURVIVES'}  ${file}:${line}  ${text.trim()}\n`);
  cpSync(join(root, file), join(copy, file));
}
rmSync(copy, { recursive: true });
const share = 1 - survivors / mutants.length;
process.stdout.write(`${mutants.length} of ${all.length} mutants, ${survivors} survive\n`);
process.exitCode = share >= MIN_SHARE ? 0 : 1;
