import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluralIn } from '../functions/model/relation';
import * as routes from '../functions/routes';
import { root } from '../lib/root';
import { modelErrors } from '../lib/stack/model-rules';
import { otherResources } from './support/every-resource';
import { sourcesIn } from './support/sources';

/*
 * Checks the rules for models, comments, names and sizes that need no human judgement. `npm run check` runs this program.
 */

const MAX_LINES = 150;

// Leaves this file out, because it contains the words that the rules refuse.
const files = ['bin', 'lib', 'functions', 'test'].flatMap(sourcesIn).filter((file) => file !== 'test/house-rules.ts');

const sourceOf = (file: string) => ({ file, lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n') });
const sources = files.map(sourceOf);
const ownSource = sourceOf('test/house-rules.ts');

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
  refuse('names a limit by a word other than MAX', (line) => /\b(MOST|LONGEST)(_|\b)/.test(line)),
  ({ file, lines }) =>
    lines.length > MAX_LINES ? [`${file} has ${lines.length} lines; ${MAX_LINES} is the maximum`] : [],
];

const DECLARATION = /^(export )?(?:declare )?(?:type|interface|class) (\w+)/;

/** Returns an error for each exported type whose name another file also declares. Product and tests may share names. */
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

/**
 * Maximum number of lines of code of each folder. A folder that needs more gets it here, in the commit that needs it. The
 * third column names a folder inside that has a budget of its own. The folder of a resource of your own needs no budget.
 */
const budgets: readonly (readonly [folder: string, max: number, without?: string])[] = [
  ['functions', 3785, 'functions/site/'],
  ['functions/posts', 225],
  ['functions/users', 215],
  ['functions/table', 1110],
  ['functions/dynamodb', 290, 'functions/dynamodb/lean/'],
  ['functions/dynamodb/lean', 330],
  ['functions/lambda', 235],
  ['functions/http', 870],
  ['functions/model', 485],
  ['functions/site', 795],
  ['lib', 5560],
  ['lib/stack', 1155],
  ['lib/deploy', 300],
  ['lib/build', 255],
  ['lib/local', 1870],
  ['lib/cost', 192],
  ['lib/transfer', 290],
  ['lib/verify', 1010],
  ['bin', 65],
  ['test', 14_720],
  ['test/functions', 2920],
  ['test/lib', 4010],
  ['test/contract', 1855],
  ['test/clients', 670],
  ['test/torture', 2550],
  ['test/bench', 420],
  ['test/support', 1800],
];

const ownFolders = otherResources.flatMap(({ path }) => {
  const folder = `functions/${pluralIn(path)}/`;
  return [folder, `test/${folder}`];
});

const usedBy = ([folder, , without]: (typeof budgets)[number]) =>
  [...sources, ownSource]
    .filter(({ file }) => file.startsWith(`${folder}/`) && !(without && file.startsWith(without)))
    .filter(({ file }) => !ownFolders.some((own) => file.startsWith(own)))
    .reduce((sum, { lines }) => sum + lines.length, 0);

const spending = budgets.map((budget) => ({ folder: budget[0], max: budget[1], used: usedBy(budget) }));
for (const { folder, max, used } of spending)
  process.stdout.write(`${folder.padEnd(24)} ${String(used).padStart(6)} of ${String(max).padStart(6)} lines\n`);
const overspent = spending
  .filter(({ used, max }) => used > max)
  .map(
    ({ folder, used, max }) =>
      `${folder} has ${used} lines; ${max} are its budget. Delete something, or raise the budget.`,
  );

const faults = [
  ...sources.flatMap((source) => rules.flatMap((rule) => rule(source))),
  ...sharedNames(),
  ...modelErrors(routes),
  ...overspent,
];
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
