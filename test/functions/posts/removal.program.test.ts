import { execFileSync, spawnSync } from 'node:child_process';
import { createProject } from '../../support/project/project';
import { readText } from '../../support/sources';

const { folder, copy, spawn, run, addResource, runSuites } = createProject();
const [page = ''] = readText('functions/MAKE-IT-YOURS.md').split('\n## ');

const check = ['--require', './lib/build/typescript.cjs', 'bin/check.ts'];

/** Returns the lines of these files that have one of the words. */
const grep = (words: string, ...files: readonly string[]) =>
  spawnSync('git', ['grep', '-nwE', words, '--', ...files], { cwd: folder, encoding: 'utf8' }).stdout;

test('after the service is named and posts and users are removed by the page, no page speaks of them, and no link is dead', async () => {
  copy();
  const stale = 'README.md does not show what package.json and the resources say; run npm run fix.\n';
  execFileSync('sh', ['-c', /^npm pkg set .+$/m.exec(page)?.[0] ?? ''], { cwd: folder });
  expect(spawn(check)).toMatchObject({ status: 1, stdout: stale });
  execFileSync('sh', ['-c', 'npm run fix'], { cwd: folder });
  for (const [, words = ''] of page.matchAll(/^npm run resource -- (\w+ --remove)/gm)) addResource(words);
  const words = '[Uu]sers|[Aa] (user|post)|[Pp]osts|userId|byUser|e-mail|[Aa]uthors?';
  // The results say that they have the routes of the samples, and an address of a mailbox is a kind of the kit.
  const others = [':!test/bench/RESULTS.md', ':!functions/kit/model/formats.ts'];
  const files = ['*.md', ...others, '*.json', ':!*package-lock.json', '.github', '.ci'];
  expect(grep(words, 'functions', 'bin', ...files)).toBe('');
  expect(grep('[Ss]hop|tried', 'README.md')).toMatch(/^README.md:3:# Shop\nREADME.md:5:A shop\.\n$/);
  // The first screen follows, without `npm run fix`.
  run(...check);
  // Without a resource, a test of one is left to do.
  const results = await runSuites([
    'test/lib/docs/references',
    'test/lib/docs/readme',
    'test/lib/docs/front',
    'test/lib/cost',
  ]);
  expect(results.filter(({ status }) => !/^(passed|todo)$/.test(status)).map(({ fullName }) => fullName)).toEqual([]);
});
