import { spawnSync } from 'node:child_process';
import { createProject } from '../../support/project/project';
import { readText } from '../../support/sources';

const { folder, copy, addResource, runSuites } = createProject();
const [page = ''] = readText('functions/MAKE-IT-YOURS.md').split('\n## ');

/** Returns the lines of these files that have one of the words. */
const grep = (words: string, ...files: readonly string[]) =>
  spawnSync('git', ['grep', '-nwE', words, '--', ...files], { cwd: folder, encoding: 'utf8' }).stdout;

test('after posts and users are removed by the page, no page speaks of them, and no link is dead', async () => {
  copy();
  for (const [, words = ''] of page.matchAll(/^npm run resource -- (\w+ --remove)/gm)) addResource(words);
  const words = '[Uu]sers|[Aa] (user|post)|[Pp]osts|userId|byUser|e-mail|[Aa]uthors?';
  expect(grep(words, 'functions', 'README.md', 'AGENTS.md', 'test/README.md', 'lib/**.md')).toBe('');
  // Without a resource, a test of one is left to do.
  const results = await runSuites(['test/lib/docs/references', 'test/lib/docs/readme', 'test/lib/cost']);
  expect(results.filter(({ status }) => !/^(passed|todo)$/.test(status)).map(({ fullName }) => fullName)).toEqual([]);
});
