import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pluralIn } from '../functions/kit/model/relation';
import { parentsOf, resources } from '../functions/resources';
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
const childRules = resources.flatMap((resource) =>
  parentsOf(resource).map((parent): Rule => {
    const [child, other] = [resource, parent].map(({ path }) => `functions/${pluralIn(path)}/`);
    const rule = `${child} knows only the model of ${other}, but for its docs.ts`;
    return [rule, RegExp(`^${child}(?!docs.ts)`), RegExp(` imports ${other}(?!model$)`)];
  }),
);

describe('the house', () => {
  test.each<Rule>([
    ['functions know nothing of how they are deployed', /^functions\//, / imports (lib\/|bin\/|aws-cdk|constructs)/],
    ['lib knows nothing of bin', /^lib\//, / imports bin\//],
    ['bin knows no functions', /^bin\//, / imports functions\//],
    [
      'only kit/table, kit/dynamodb and kit/lambda/prime.ts know the SDK',
      /^functions\/(?!kit\/(table\/|dynamodb\/|lambda\/prime))/,
      / imports (@aws-sdk\/|#dynamodb|functions\/kit\/dynamodb)/,
    ],
    // Each folder of the kit knows only the folders below it. The list of shards, plan.ts, belongs to the service.
    [
      'kit/dynamodb/lean knows only itself',
      /^functions\/kit\/dynamodb\/lean\//,
      / imports functions\/(?!kit\/dynamodb\/lean\/)/,
    ],
    ['kit/invocation.ts knows only Node', /^functions\/kit\/invocation/, / imports (?!node:)/],
    ['kit/model knows only itself', /^functions\/kit\/model\//, / imports functions\/(?!kit\/model\/)/],
    [
      'kit/dynamodb stands on invocation.ts',
      /^functions\/kit\/dynamodb\//,
      / imports functions\/(?!kit\/(invocation|dynamodb\/))/,
    ],
    ['kit/http stands on model', /^functions\/kit\/http\//, / imports functions\/(?!kit\/(model|http)\/)/],
    [
      'kit/table stands on http and dynamodb',
      /^functions\/kit\/table\//,
      / imports functions\/(?!plan|kit\/(invocation|(model|http|dynamodb|table)\/))/,
    ],
    [
      'kit/lambda stands on http and dynamodb',
      /^functions\/kit\/lambda\//,
      / imports functions\/(?!kit\/(invocation|(model|http|dynamodb|lambda)\/))/,
    ],
    ...childRules,
    ['the route table knows only rows', /^functions\/routes/, / imports functions\/(?!(kit\/)?[\w-]+\/routes)/],
    ['lib/local knows the resources, and no other function', /^lib\/local\//, / imports functions\/(?!resources)/],
    // The folders run any template. The files beside them run this service.
    [
      'the folders of lib/local stand on listen.ts, and know nothing of this service',
      /^lib\/local\/(listen|\w+\/)/,
      / imports (bin|functions|lib\/(?!local\/(listen$|\w+\/))|\w+\.json)/,
    ],
    ['lib/local/template knows only itself', /^lib\/local\/template\//, / imports lib\/(?!local\/template\/)/],
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

  test.each(['functions', 'lib', 'bin', 'test'])('splits each folder of %s with more than 20 files', (top) => {
    const counts = new Map<string, number>();
    for (const file of filesIn(top)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 20)).toEqual([]);
  });

  test.each(['functions/kit/', 'lib/build/', 'lib/deploy/', 'lib/local/', 'lib/stack/'])(
    '%s says nothing of users and posts',
    (folder) => {
      const texts = [...files, ...filesIn('functions/kit')].filter((file) => file.startsWith(folder));
      const lines = texts.flatMap((file) =>
        read(file)
          .split('\n')
          .map((line) => `${file}: ${line}`),
      );
      // Leaves out texts of AWS and HTTP.
      const foreign = /\bPOST\b|accept-post|user-agent|user:stage|--user|User: |'EMAIL'/gi;
      const isTheirs = (line: string) => /\b(user|post|author|e-?mail)(s|Id)?\b/i.test(line.replace(foreign, ''));
      expect(lines.filter(isTheirs)).toEqual([]);
    },
  );

  test.each([
    ['casts nothing by force', /as unknown as/],
    ['names no private file of a dependency', /dist-(es|cjs|types)\//],
    [
      'has no default export and no barrel but the route table',
      /^export (default|\*(?! from '\.\/(kit\/)?[\w-]+\/routes'))/m,
    ],
    ['has no ts-ignore', /@ts-(ignore|nocheck|expect-error)/],
  ])('%s', (_, refused) => {
    expect(files.filter((file) => refused.test(read(file)))).toEqual([]);
  });

  // A test asks the declarations (test/support/declared.ts). What is special to users or posts stands in their folders.
  test.each(['lib/local', 'lib/build', 'lib/verify/rows', 'test/contract', 'test/torture', 'test/bench'])(
    'has no word of users and posts in %s',
    (folder) => {
      const ofOthers =
        /POST\b|User: \$|'--user'|user-agent|session\.post|user, system|user \+|patch, post, put|accept-post/g;
      const words = /\b(users?|posts?|e-?mails?|authors?|(user|post)Id)\b/i;
      const named = filesIn(folder).filter((file) => words.test(read(file).replaceAll(ofOthers, '')));
      expect(named.filter((file) => !/^test\/.*\.md$/.test(file))).toEqual([]);
    },
  );

  test('builds from its sources as they stand', () => {
    const loading = files.filter((file) => /\bonLoad\b/.test(read(file)));
    expect(loading).toEqual(['bundle', 'debug', 'entries'].map((name) => `lib/build/${name}.ts`));
    expect(loading.filter((file) => /readFile/.test(read(file)))).toEqual([]);
  });
});
