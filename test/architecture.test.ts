import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pluralIn } from '../functions/kit/model/relation';
import { parentsOf } from '../functions/kit/resources';
import { resources } from '../functions/resources';
import { root } from '../lib/root';
import { filesIn, isTheirs, sourcesIn } from './support/sources';

const files = ['bin', 'lib', 'functions'].flatMap(sourcesIn);
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Returns what a file imports: paths of the repository's files and names of packages. */
const importsOf = (file: string) =>
  [...read(file).matchAll(/(?:\bfrom|\bimport|\brequire\() ?'([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? relative(root, join(root, dirname(file), name)).replaceAll(sep, '/') : name,
  );

const filesAndTests = [...files, ...sourcesIn('test')];

/** Returns the imports of these files that a rule refuses. */
const offenders = (inside: RegExp, refused: RegExp) =>
  filesAndTests
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
    const rule = `${child} knows only the model and the entity of ${other}, but for its docs.ts`;
    return [rule, RegExp(`^${child}(?!docs.ts)`), RegExp(` imports ${other}(?!(model|store)$)`)];
  }),
);

/** Folders and files below each folder of the kit, and below entity.ts, on which each store.ts stands. */
const foundations = {
  model: [],
  entity: ['kit/model/', 'kit/yours'],
  rules: ['kit/environment', 'kit/model/'],
  'dynamodb/lean': [],
  dynamodb: ['kit/environment', 'kit/invocation'],
  http: ['kit/(environment|needs)$', 'kit/(model|rules)/'],
  lambda: ['kit/environment', 'kit/invocation', 'kit/model/', 'kit/rules/', 'kit/http/', 'kit/dynamodb/'],
  reactions: ['kit/(entity|invocation)$', 'kit/(model|rules|dynamodb|table|lambda)/'],
  table: ['kit/(yours|entity|children|resources.built|environment|invocation)$', 'kit/(model|rules|dynamodb)/'],
};
const kitRules = Object.entries(foundations).map(([name, below]): Rule => {
  const known = [`kit/${name}/`, ...below];
  const refused = RegExp(` imports functions/(?!${known.join('|')})`);
  return [`kit/${name} knows only ${known.join(', ')}`, RegExp(`^functions/kit/${name}[/.]`), refused];
});

describe('the house', () => {
  test.each<Rule>([
    ['functions know nothing of how they are deployed', /^functions\//, / imports (lib\/|bin\/|aws-cdk|constructs)/],
    ['lib knows nothing of bin', /^lib\//, / imports bin\//],
    ['bin knows no functions', /^bin\//, / imports functions\//],
    [
      'only kit/table, kit/reactions, kit/dynamodb and kit/lambda/prime.ts know the client of DynamoDB, and the kit no other client',
      /^functions\/(?!kit\/(table\/|reactions\/|dynamodb\/|lambda\/prime))/,
      / imports (@aws-sdk\/(client|lib)-dynamodb|#dynamodb|functions\/kit\/dynamodb)/,
    ],
    [
      'only kit/yours.ts knows the files of the service outside of the kit',
      /^functions\/kit\/(?!yours\.ts)/,
      / imports functions\/(?!kit\/)/,
    ],
    ['lib/models knows only the functions and itself', /^lib\/models\//, / imports (?!functions\/|lib\/models\/)/],
    ['the ground knows only Node', /^functions\/kit\/(invocation|environment|needs)\./, / imports (?!node:)/],
    ...kitRules,
    ...childRules,
    ['the route table knows only rows', /^functions\/routes/, / imports functions\/(?!(kit\/)?[\w-]+\/routes)/],
    [
      'lib/local knows the resources, and no other function',
      /^lib\/local\//,
      / imports functions\/(?!(kit\/)?resources)/,
    ],
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
    ['no other test knows the torture', /^test\/(?!torture\/)/, / imports test\/torture\//],
    ['nobody but the stack knows CDK', /^(bin\/(?!app)|lib\/local|functions)/, / imports (aws-cdk-lib|constructs)/],
  ])('%s', (_, inside, refused) => {
    expect(filesAndTests.filter((file) => inside.test(file))).not.toEqual([]);
    expect(offenders(inside, refused)).toEqual([]);
  });

  test.each(['functions', 'lib', 'bin', 'test'])('splits each folder of %s with more than 20 files', (top) => {
    const counts = new Map<string, number>();
    for (const file of filesIn(top).filter((each) => !isTheirs(each)))
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 20)).toEqual([]);
  });

  test.each([
    ['casts nothing by force', /as unknown as/],
    ['names no private file of a dependency', /dist-(es|cjs|types)\//],
    ['has no ts-ignore', /@ts-(ignore|nocheck|expect-error)/],
  ])('%s', (_, refused) => {
    expect(files.filter((file) => refused.test(read(file)))).toEqual([]);
  });

  test('what is shared has no default export, and no barrel but the door to the route table', () => {
    const barrel = /^export (default|\*(?! as routes from '\.\.\/routes'))/m;
    expect(files.filter((file) => !isTheirs(file) && barrel.test(read(file)))).toEqual([]);
  });

  // A test asks the declarations (test/support/declared.ts). What is special to users or posts stands in their folders.
  test.each([
    ...['functions/kit', 'lib/build', 'lib/deploy', 'lib/local', 'lib/stack', 'lib/verify/rows'],
    ...['test/contract', 'test/torture', 'test/bench'],
  ])('%s says nothing of users and posts', (folder) => {
    const texts = filesIn(folder).filter((file) => !/^(lib\/(deploy|stack)|test)\/.*\.md$/.test(file));
    const linesOf = (file: string) => read(file).split('\n');
    const lines = texts.flatMap((file) => linesOf(file).map((line) => `${file}: ${line}`));
    // Leaves out texts of AWS, HTTP and Node, and the kind of a field.
    const foreign =
      /^functions\/kit\/model\/formats.ts: .*(email =|an e-mail address)|\bPOST\b|[Aa]ccept-[Pp]ost|user(-agent|:stage|, system| \+)|--user|User: |'EMAIL'|session\.post|patch, post, put/g;
    const words = /\b(user|post|author|e-?mail)(s|Id)?\b/i;
    expect(lines.filter((line) => words.test(line.replace(foreign, '')))).toEqual([]);
  });

  test('the kit reads settings in environment.ts alone, and the stand-in those of AWS', () => {
    const reading = files.filter(
      (file) => /^functions\/kit\/(?!.*\/lean\/)/.test(file) && /process\.env/.test(read(file)),
    );
    expect(reading).toEqual(['functions/kit/environment.ts']);
  });

  test('builds from its sources as they stand, but for the marks of calls', () => {
    const loading = files.filter((file) => /\bonLoad\b/.test(read(file)));
    expect(loading).toEqual(['bundle', 'debug', 'entries', 'marks'].map((name) => `lib/build/${name}.ts`));
    expect(loading.filter((file) => /readFile/.test(read(file)))).toEqual(['lib/build/marks.ts']);
  });
});
