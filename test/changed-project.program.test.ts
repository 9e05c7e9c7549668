import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from '../functions/kit/http/route';
import { resources } from '../functions/resources';
import { serviceName } from '../lib/root';
import { capitalize, docsNameOf } from '../lib/scaffold/names';
import { name } from '../package.json';
import { NOTHING_TO_TEST } from './support/declared';
import { describeRecipes } from './support/project/describe-recipes';
import { bin, checks, createProject } from './support/project/project';
import { playRecipe, playRecipes } from './support/project/recipe';
import { refusals } from './support/project/refusals';
import { runSuitesOf, unplayedRoutes } from './support/project/suites';
import { readText } from './support/sources';

/*
 * A copy of the project gets another name, and other resources instead of its own, as the pages of functions/ say. These have every kind of field, lists that fields sort, names that mean
 * something elsewhere, handlers of their own, and collections that have grown (lib/deploy/README.md).
 */

const project = createProject();
const { folder, git, edit, spawn, run, runResource, addResource, addRoute } = project;
const page = readText('functions/MAKE-IT-YOURS.md');
const pages = ['BEYOND-DECLARATIONS', 'REACTIONS', 'RECIPES'].map((each) => readText(`functions/${each}.md`));
const further = pages.join('\n');
const newName = name === 'shop' ? 'store' : 'shop';
const LEFT = RegExp(`${NOTHING_TO_TEST}|is not played`);
const allChecks = [...checks, ['synthesis', [bin('aws-cdk/bin/cdk'), 'synth', '--quiet']]] as const;

beforeAll(() => {
  project.copy();
  const [naming = ''] = /^npm pkg set .+$/m.exec(page) ?? [];
  execFileSync('sh', ['-c', naming.replace('shop', newName)], { cwd: folder });
  project.removeResources();
});

test.each(allChecks)('the %s of a project without a resource pass', (_, command) => {
  run(...command);
});

test('no source speaks of a removed resource, or of the name before, which also the stack has lost', () => {
  const found = (words: string, ...files: readonly string[]) =>
    spawnSync('git', ['grep', '-nwE', words, '--', ...files], { cwd: folder, encoding: 'utf8' }).stdout;
  const traces = resources.map(({ path }) => `${docsNameOf(path)}|'${path}'|/${folderOf(path)}/\\w+'`);
  expect(traces.map((trace) => found(trace, 'functions/*.ts')).join('')).toBe('');
  const named = ['lib/**.json', 'lib/deploy/RUNBOOKS.md', '.github', 'package.json'];
  expect(found(`${name}|${serviceName}-?`, ...named)).toBe('');
  expect(existsSync(join(folder, 'cdk.out', `${capitalize(newName)}-dev.template.json`))).toBe(true);
});

describe('a project with resources of its own', () => {
  let [added, left] = ['', ''];

  beforeAll(() => {
    addResource(
      'products name:text@sorted sku:text@unique:lower status:draft|published=draft@indexed stock:integer=100@server@sorted@sorted:status price:decimal(2,0..)=0.5@sorted:status weight:number(0..)? edits:integer? isSold:boolean=false soldAt:instant?@sorted madeOn:date?@sorted updatedAt@sorted tags:list=[] class:list? --public',
    );
    addResource(
      'reviews text:text mark:url?@unique phase:open|done=open points:integer=0@server stars:integer(1..5)?@indexed@sorted:productId mail:email? ref:uuid? paidIn:currency? origin:country=DE language:language? details:multiline= place:{street:text,geo:{lat:number(-90..90),lon:number?}?}? photos:{link:url,width:integer(1..9999)=800}[]=[] --of products --of products:rival? --expand product.name,product.class',
    );
    added = git('diff', '--unified=0', 'HEAD', '--', 'functions/*.ts');
    // A file and a folder of the tests have these names, too.
    for (const plural of ['things', 'models', 'keys', 'news-items']) {
      addResource(`${plural} label:text@unique text:text --of products? --private --reaction`);
      addResource(`${plural} --remove`);
      left += git('diff', 'HEAD~1');
      git('reset', '--quiet', '--hard', 'HEAD~1');
    }
    addResource(
      'products --version 2 --rename name=title,sku=code,class=kept,status=state --drop edits label:text? --deprecate 2999-06-30',
    );
    addResource('products --version 2 --remove');
    left += git('diff', 'HEAD~1');
    git('reset', '--quiet', '--hard', 'HEAD~1');
    playRecipe(folder, { page, title: 'Add a field' });
    for (const each of pages) {
      for (const [, command, words = ''] of each.matchAll(/^npm run (resource|route) -- (.+)/gm))
        (command === 'route' ? addRoute : addResource)(words.replaceAll("'", ''));
      playRecipes(folder, each);
    }
    addResource(
      'reviews --version 2 --rename text=body,productId=itemId,mark=code,phase=state,points=worth,place=venue --drop mood score:integer=0 --deprecate 2999-06-30',
    );
    edit('functions/resources.ts', 'string>> = {}', "string>> = { '/api/v0/reviews': '/api/v2/reviews' }");
    const generations = "{ from: '2026-01-01T00:00Z', shards: 4 }, { from: '2999-01-01T00:00Z', shards: 8 }";
    for (const collection of ['PRODUCT', 'REVIEW', 'CUSTOMER', 'ORDER', 'LINE'])
      edit('functions/plan.ts', `${collection}: []`, `${collection}: [${generations}]`);
    project.fix();
  });

  test('takes at most 12 lines outside the folder of a resource, in files that the page names', () => {
    const [more = [], fewer = []] = [/^\+[^+]/gm, /^-[^-]/gm].map((sign) => added.match(sign) ?? []);
    expect(more.length - fewer.length).toBeLessThanOrEqual(12);
    const [, section = ''] = page.split('## Add a resource');
    for (const [, file = ''] of added.matchAll(/^\+\+\+ b\/(functions\/.*\.ts)$/gm))
      expect(section).toContain(`\`${file}\``);
  });

  test('has no trace of what was added and removed, and all routes of a version are deprecated', () => {
    expect(left).toBe('');
    expect(git('grep', '-c', '^  deprecated,$', '--', 'functions/reviews/routes.ts')).toMatch(/:8\n$/);
  });

  test.each(refusals)('refuses npm run resource -- %s: %s', (line, reason) => {
    expect(() => runResource(line)).toThrow(reason);
  });

  test.each(allChecks)('passes its %s', (_, command) => {
    run(...command);
  });

  describeRecipes({ folder, page: further });

  test('keeps a version that other files use', () => {
    const file = 'functions/orders/ship.ts';
    const before = edit(file, 'import { orders }', "import '../reviews/store';\nimport { orders }");
    expect(() => runResource('reviews --version 1 --remove')).toThrow(
      `Other files use functions/reviews; copy what they need there first: ${file}`,
    );
    writeFileSync(join(folder, file), before);
  });

  test('does not compile with a route name of another resource', () => {
    const file = 'functions/reviews/routes.ts';
    const before = edit(file, 'getReview =', 'getProduct =');
    const { stdout } = spawn([bin('typescript/bin/tsc'), '--singleThreaded', '-p', 'tsconfig.lean.json']);
    writeFileSync(join(folder, file), before);
    expect(stdout).toContain("member named 'getProduct'");
  });

  describe('passes', () => {
    let results: Awaited<ReturnType<typeof runSuitesOf>>;
    beforeAll(async () => {
      // Has no declaration that the others lack, and would only take time.
      addResource('vouchers --remove');
      results = await runSuitesOf(project);
    }, 600_000);

    // The resources have every declaration, so each promise is tested. No row plays two of their routes.
    test.each([
      ['tests', 1000, []],
      ['contract, with the official client', 680, unplayedRoutes],
    ] as const)('the %s', (run, count, unplayed) => {
      const left = results[run].filter(({ status, fullName }) => status === 'failed' || LEFT.test(fullName));
      expect(left.map(({ fullName, failureMessages }) => [fullName, ...failureMessages].join('\n'))).toEqual(unplayed);
      expect(results[run].filter(({ status }) => status === 'passed').length).toBeGreaterThan(count);
    });
  });
});
