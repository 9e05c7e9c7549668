import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root';
import { sourcesIn } from './support/sources';

/*
 * Checks the rules for comments, names and sizes that a machine can hold. `npm run check` runs it.
 */

const MAX_LINES = 150;

// This file names the words that it refuses.
const files = ['bin', 'lib', 'functions', 'test'].flatMap(sourcesIn).filter((file) => file !== 'test/house-rules.ts');

const sources = files.map((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  return { file, lines: text.trimEnd().split('\n') };
});

type Source = (typeof sources)[number];

/** Returns a place and a reason for each line that a rule refuses. */
const refuse = (reason: string, isRefused: (line: string, before: string) => boolean) => (source: Source) =>
  source.lines.flatMap((line, i) =>
    isRefused(line, source.lines[i - 1] ?? '') ? [`${source.file}:${i + 1} ${reason}`] : [],
  );

const RIDDLE = /^\s*(\/\/|\/\*\*?|\*)\s+(What|Of|Those|All that|Where|Whoever|How)\b/;
const isInsideComment = (before: string) => /^\s*(\/\/|\*|\/\*\*?\s*\S)/.test(before) && !before.includes('*/');

const rules: readonly ((source: Source) => string[])[] = [
  refuse(
    'starts a comment with a riddle; start with a verb or a noun',
    (line, before) => RIDDLE.test(line) && !isInsideComment(before),
  ),
  refuse('names a limit by a word other than MAX', (line) => /\b(MOST|LONGEST)(_|\b)/.test(line)),
  ({ file, lines }) =>
    lines.length > MAX_LINES ? [`${file} has ${lines.length} lines; ${MAX_LINES} is the maximum`] : [],
];

const DECLARATION = /^(export )?(?:declare )?(?:type|interface|class) (\w+)/;

/** Returns the exported types of the product whose name another type of the product has, and the same for the tests. */
const sharedNames = () => {
  const declared = sources.flatMap(({ file, lines }) =>
    lines.flatMap((line) => {
      const [, exported, name] = DECLARATION.exec(line) ?? [];
      return name ? [{ file, name, isExported: exported !== undefined, isTest: file.startsWith('test/') }] : [];
    }),
  );
  return declared.flatMap(({ file, name, isExported, isTest }) => {
    const others = declared.filter((other) => other.name === name && other.file !== file && other.isTest === isTest);
    if (!isExported || others.length === 0) return [];
    return [`${file} exports the type ${name}; another one is in ${others.map((other) => other.file).join(', ')}`];
  });
};

const faults = [...sources.flatMap((source) => rules.flatMap((rule) => rule(source))), ...sharedNames()];
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
