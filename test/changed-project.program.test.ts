import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addBodylessRoute } from './support/project/bodyless-route';
import { bin, checks, createProject, isChanged, testUnchanged } from './support/project/project';
import { playRecipe } from './support/project/recipe';
import { readText } from './support/sources';

/*
 * A copy of the project becomes another service, as functions/MAKE-IT-YOURS.md says: it gets a name, loses users and posts,
 * and gets resources of its own with every kind of field, names that mean something elsewhere, another route, and
 * collections that have grown ("Growing" in lib/deploy/README.md): one generation has begun, and one has not. Checks and
 * tests pass, also without a resource.
 */

const project = createProject();
const { folder, git, edit, spawn, run, runResource, addResource, runSuites } = project;
const page = readText('functions/MAKE-IT-YOURS.md');
const allChecks = [...checks, ['synthesis', [bin('aws-cdk/bin/cdk'), 'synth', '--quiet']]] as const;

/** Tests that run beside these: by another client, in other runs, or because no resource of the copy changes their subject. */
const elsewhere = [
  ...['contract/(?!authentication)', 'torture/', 'clients/'],
  ...['functions/kit/dynamodb/', 'lib/local/\\w+/', 'lib/docs/runbooks'],
];

beforeAll(() => {
  if (isChanged) return;
  project.copy();
  execFileSync('sh', ['-c', /^npm pkg set .+$/m.exec(page)?.[0] ?? ''], { cwd: folder });
  addResource('posts --remove');
  addResource('users --remove');
});

testUnchanged.each(allChecks)('the %s of a project without a resource pass', (_, command) => {
  run(...command);
});

testUnchanged('no source speaks of a removed resource, or of the name before, which also the stack has lost', () => {
  const found = (words: string, ...files: readonly string[]) =>
    spawnSync('git', ['grep', '-nwE', words, '--', ...files], { cwd: folder, encoding: 'utf8' }).stdout;
  expect(found('users?|User|posts|userId|email|author', 'functions/*.ts')).toBe('');
  expect(
    found('users-and-posts|UsersAndPosts-?', 'lib/**.json', 'lib/deploy/RUNBOOKS.md', '.github', 'package.json'),
  ).toBe('');
  expect(existsSync(join(folder, 'cdk.out', 'Shop-dev.template.json'))).toBe(true);
});

describe('a project with resources of its own', () => {
  let [added, left] = ['', ''];

  beforeAll(() => {
    if (isChanged) return;
    addResource(
      'products name:text sku:text@unique:lower status:draft|published=draft@indexed stock:integer weight:number=0.5 edits:integer? isSold:boolean=false soldAt:instant? tags:list=[] class:list? --public',
    );
    addResource('reviews text:text stars:integer?@indexed --of products --expand name,class');
    added = git('diff', '--unified=0', 'HEAD', '--', 'functions/*.ts');
    addResource('keys label:text@unique text:text --of products? --private');
    addResource('keys --remove');
    left = git('diff', 'HEAD~1');
    git('reset', '--quiet', '--hard', 'HEAD~1');
    addResource('news-items at:instant? state:open|done=open@indexed --of reviews? --of reviews:reply?');
    addResource(
      'keys label:text@unique code:text?@unique ownerName:text --of news-items? --of products:maker --private',
    );
    addResource(
      'products --version 2 --rename name=title,sku=code,class=kept --drop edits,status label:text? --deprecate 2999-06-30',
    );
    addResource('products --version 2 --remove');
    left += git('diff', 'HEAD~1');
    git('reset', '--quiet', '--hard');
    for (const title of ['Add a field', 'Add a route']) playRecipe(folder, { page, title });
    edit('functions/reviews/docs.ts', '  others', "  rows: 'DELETE {a} | 204',\n  others");
    addBodylessRoute(project);
    addResource(
      'reviews --version 2 --rename text=body,productId=itemId --drop mood score:integer=0 --deprecate 2999-06-30',
    );
    run(bin('@biomejs/biome/bin/biome'), 'check', '--write', 'functions');
    edit('functions/resources.ts', 'string>> = {}', "string>> = { '/api/v0/reviews': '/api/v2/reviews' }");
    for (const collection of ['PRODUCT', 'REVIEW', 'NEWS_ITEM', 'KEY'])
      edit(
        'functions/plan.ts',
        `  ${collection}: []`,
        `  ${collection}: [\n    { from: '2026-01-01T00:00Z', shards: 4 },\n    { from: '2999-01-01T00:00Z', shards: 8 },\n  ]`,
      );
  });

  testUnchanged('takes at most 12 lines outside the folder of a resource, in files that the page names', () => {
    const [more = [], fewer = []] = [/^\+[^+]/gm, /^-[^-]/gm].map((sign) => added.match(sign) ?? []);
    expect(more.length - fewer.length).toBeLessThanOrEqual(12);
    const [, section = ''] = page.split('## Add a resource');
    for (const [, file = ''] of added.matchAll(/^\+\+\+ b\/(functions\/.*\.ts)$/gm))
      expect(section).toContain(`\`${file}\``);
  });

  testUnchanged('has no trace of what was added and removed, and all routes of a version are deprecated', () => {
    expect(left).toBe('');
    expect(git('grep', '-c', '^  deprecated,$', '--', 'functions/reviews/routes.ts')).toMatch(/:9\n$/);
  });

  testUnchanged.each([
    ['products text:text', 'There is a folder functions/products; choose another noun, or delete the folder'],
    ['docs text:text --path /docs', 'There is a route of /docs; choose another path'],
    ['notes text:text', 'The working tree has changes; commit them first, so that you can take this step back'],
    ['keys --remove', 'The working tree has changes; commit them first, so that you can take this step back'],
    [
      'keys text:text --remove',
      '--remove takes the plural of a resource, its --version if it has several, and nothing',
    ],
    ['notes --remove', 'The resource is "notes"; allowed with --remove: products, reviews, news-items, keys'],
    ['products --remove', 'There are several versions of products; name one with --version'],
    ['products --version 1 --remove', 'Other files use functions/products; copy what they need there first: '],
    ['products --version 3 sku:text?', 'The new field is "sku", which names the attribute of "code"; choose another'],
    ['goods name:text --noun product', 'The resource is "goods", of which each is a product, as in /api/v1/products'],
    ['products --version 3 --private', '--private belongs to all versions of a resource; leave it out'],
  ])('refuses npm run resource -- %s: %s', (line, reason) => {
    expect(() => runResource(line)).toThrow(reason);
  });

  testUnchanged.each(allChecks)('passes its %s', (_, command) => {
    run(...command);
  });

  testUnchanged('does not compile with a route name of another resource, or a collection without a plan', () => {
    const mistakes = [
      ['functions/reviews/routes.ts', 'getReview =', 'getProduct ='],
      ['functions/reviews/store.ts', "collection: 'REVIEW'", "collection: 'REMARK'"],
    ] as const;
    const before = mistakes.map(([file, from, to]) => [file, edit(file, from, to)] as const);
    const { stdout } = spawn([bin('typescript/bin/tsc'), '-p', 'tsconfig.lean.json']);
    for (const [file, text] of before) writeFileSync(join(folder, file), text);
    expect(stdout).toContain("member named 'getProduct'");
    expect(stdout).toContain('Type \'"REMARK"\'');
  });

  const contract = '/test/contract/(?!authentication)';
  const others = `/test/(?!${elsewhere.join('|')}).+(?<!program)\\.test\\.ts$`;
  testUnchanged.each([
    ['tests', [others, 'torture/(explore/resource|fuzz)'], { EXPLORE_ONE_OF: '6' }, 1000],
    [
      'contract, with the official client in its functions,',
      [contract, 'torture/explore/faults'],
      { CLIENT: 'sdk' },
      680,
    ],
  ] as const)('passes the %s', (_, paths, environment, count) => {
    const results = runSuites(paths, environment);
    expect(results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)).toEqual([]);
    expect(results.filter(({ status }) => status === 'passed').length).toBeGreaterThan(count);
  });
});
