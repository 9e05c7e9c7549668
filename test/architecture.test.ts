import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { entryOf, type Route } from '../functions/http/route';
import { pluralIn } from '../functions/model/relation';
import { parentOf, resources } from '../functions/resources';
import * as routes from '../functions/routes';
import { root } from '../lib/root';
import { filesIn, sourcesIn } from './support/sources';

const files = ['bin', 'lib', 'functions'].flatMap(sourcesIn);
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Returns what a file imports: paths of the repository's files and names of packages. */
const importsOf = (file: string) =>
  [...read(file).matchAll(/(?:\bfrom|\bimport|\brequire\() ?'([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? relative(root, join(root, dirname(file), name)).replaceAll(sep, '/') : name,
  );

/** Returns the imports of these files that a rule refuses. */
const offenders = (inside: RegExp, refused: RegExp) =>
  files
    .filter((file) => inside.test(file))
    .flatMap((file) =>
      importsOf(file)
        .map((name) => `${file} imports ${name}`)
        .filter((line) => refused.test(line)),
    );

type Rule = [rule: string, inside: RegExp, refused: RegExp];
const childRules = resources.flatMap((resource): Rule[] => {
  const parent = parentOf(resource);
  if (!parent) return [];
  const [child, other] = [resource, parent].map(({ path }) => `functions/${pluralIn(path)}/`);
  return [[`${child} knows ${other} in its docs.ts only`, RegExp(`^${child}(?!docs.ts)`), RegExp(` imports ${other}`)]];
});

describe('the house', () => {
  test.each<Rule>([
    ['functions know nothing of how they are deployed', /^functions\//, / imports (lib\/|bin\/|aws-cdk|constructs)/],
    ['lib knows nothing of bin', /^lib\//, / imports bin\//],
    ['bin knows no functions', /^bin\//, / imports functions\//],
    [
      'only functions/table, functions/dynamodb and lambda/prime.ts know the SDK',
      /^functions\/(?!(table|dynamodb)\/|lambda\/prime)/,
      / imports (@aws-sdk\/|#dynamodb|functions\/dynamodb)/,
    ],
    [
      'functions/dynamodb/lean knows nothing of this service',
      /^functions\/dynamodb\/lean\//,
      / imports functions\/(?!dynamodb\/lean\/)/,
    ],
    // Each folder knows only the folders below it.
    ['functions/model knows only itself', /^functions\/model\//, / imports functions\/(?!model\/)/],
    ['functions/http stands on model', /^functions\/http\//, / imports functions\/(?!(model|http)\/)/],
    [
      'functions/lambda stands on http and dynamodb',
      /^functions\/lambda\//,
      / imports functions\/(?!invocation|(model|http|dynamodb|lambda)\/)/,
    ],
    [
      'functions/dynamodb knows only the invocation',
      /^functions\/dynamodb\//,
      / imports functions\/(?!invocation|dynamodb\/)/,
    ],
    [
      'functions/table stands on dynamodb',
      /^functions\/table\//,
      / imports functions\/(?!invocation|(model|http|dynamodb|table)\/)/,
    ],
    ...childRules,
    ['the route table knows only rows', /^functions\/routes/, / imports functions\/(?!\w+\/routes)/],
    [
      'lib/local knows only what was deployed, and the samples',
      /^lib\/local\//,
      / imports functions\/(?!resources|http\/resource)/,
    ],
    [
      'lib/stack and lib/build know nothing of what is run on this machine',
      /^lib\/(stack|build)\//,
      / imports lib\/local\//,
    ],
    ['nobody but the stack knows CDK', /^(bin\/(?!app)|lib\/local|functions)/, / imports (aws-cdk-lib|constructs)/],
  ])('%s', (_, inside, refused) => {
    expect(files.filter((file) => inside.test(file))).not.toEqual([]);
    expect(offenders(inside, refused)).toEqual([]);
  });

  test.each(['functions', 'lib', 'bin', 'test'])('has at most 20 files in each folder of %s', (top) => {
    const counts = new Map<string, number>();
    for (const file of filesIn(top)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 20)).toEqual([]);
  });

  test.each([
    ['casts nothing by force', /as unknown as/],
    ['names no private file of a dependency', /dist-(es|cjs|types)\//],
    ['has no default export and no barrel but the route table', /^export (default|\*(?! from '\.\/\w+\/routes'))/m],
    ['has no ts-ignore', /@ts-(ignore|nocheck|expect-error)/],
  ])('%s', (_, refused) => {
    expect(files.filter((file) => refused.test(read(file)))).toEqual([]);
  });

  test('builds from its sources as they stand', () => {
    const loading = files.filter((file) => /\bonLoad\b/.test(read(file)));
    expect(loading).toEqual(['bundle', 'debug', 'entries'].map((name) => `lib/build/${name}.ts`));
    expect(loading.filter((file) => /readFile/.test(read(file)))).toEqual([]);
  });
});

describe('the route table', () => {
  const rows = Object.entries<Route>(routes);

  test.each(rows)('%s has its handler where it says', (name, route) => {
    const isOwnReader = ['fallback', 'listRoutes'].includes(name);
    const maker = isOwnReader ? 'respond\\(' : `handle(Get|Delete|Content|List|Static)\\(${name}, `;
    expect(read(entryOf(route))).toMatch(new RegExp(`^export const handler = ${maker}`, 'm'));
  });

  test('names every handler that there is', () => {
    const handlers = sourcesIn('functions').filter((file) => /^export const handler\b/m.test(read(file)));
    expect(handlers.sort()).toEqual(rows.map(([, route]) => entryOf(route)).sort());
  });

  test('has handlers of at most 12 lines for users and posts', () => {
    const handlers = rows.map(([, route]) => entryOf(route)).filter((source) => !source.includes('/site/'));
    expect(handlers).toHaveLength(rows.filter(([, { actions }]) => actions).length);
    expect(handlers.filter((source) => read(source).split('\n').length > 13)).toEqual([]);
  });
});
