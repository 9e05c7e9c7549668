import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root';
import { isTheirs, sourcesIn } from './support/sources';

/*
 * Checks the rules for comments, names and sizes that need no human judgement, in the files that are shared. `npm run check`
 * runs this program.
 */

const MAX_LINES = 150;

// Leaves this file out, because it contains the words that the rules refuse.
const files = ['bin', 'lib', 'functions', 'test']
  .flatMap(sourcesIn)
  .filter((file) => file !== 'test/house-rules.ts' && !isTheirs(file));

const sourceOf = (file: string) => ({ file, lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n') });
const sources = files.map(sourceOf);

type Source = (typeof sources)[number];

/** Makes a rule that checks single lines. The rule returns the place and the reason for each line that it refuses. */
const refuse = (reason: string, isRefused: (line: string, before: string) => boolean) => (source: Source) =>
  source.lines.flatMap((line, i) =>
    isRefused(line, source.lines[i - 1] ?? '') ? [`${source.file}:${i + 1} ${reason}`] : [],
  );

const RIDDLE = /^\s*(\/\/|\/\*\*?|\*)\s+(What|Of|Those|All that|Where|Whoever|How)\b/;
const isInsideComment = (before: string) => /^\s*(\/\/|\*|\/\*\*?\s*[^\s*])/.test(before) && !before.includes('*/');

const rules: readonly ((source: Source) => string[])[] = [
  refuse(
    'starts a comment with a riddle; start with a verb or a noun',
    (line, before) => RIDDLE.test(line) && !isInsideComment(before),
  ),
  refuse('names a limit by another word; call it MAX', (line) => /\b(MOST|LONGEST)(_|\b)/.test(line)),
  ({ file, lines }) =>
    lines.length > MAX_LINES
      ? [`${file} has ${lines.length} lines, ${MAX_LINES} are allowed; move a part into another file`]
      : [],
];

const TYPE = /^(?:export )?(?:declare )?(?:type|interface|class) (\w+)/;
const EXPORTED = /^export (?:declare )?(?:type|interface|class|const) (\w+)/;

/**
 * Returns an error for each exported name that another file also exports, or declares as a type. The tests have names of their
 * own, and may share names of values. The files of routes export one handler each.
 */
const sharedNames = () => {
  const declared = sources.flatMap(({ file, lines }) =>
    lines.flatMap((line) => {
      const [exported, type] = [EXPORTED, TYPE].map((pattern) => pattern.exec(line)?.[1]);
      const name = exported ?? type;
      const part = file.startsWith('test/') ? 'test' : 'shared';
      return name && name !== 'handler' && (type || part !== 'test')
        ? [{ file, name, isExported: name === exported, part }]
        : [];
    }),
  );
  return declared.flatMap(({ file, name, isExported, part }) => {
    const others = declared.filter((other) => other.name === name && other.file !== file && other.part === part);
    if (!isExported || others.length === 0) return [];
    return [`${file} exports ${name}; rename it or that of ${others.map((other) => other.file).join(', ')}`];
  });
};

const faults = [...sources.flatMap((source) => rules.flatMap((rule) => rule(source))), ...sharedNames()];
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
