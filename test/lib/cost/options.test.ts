import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { requestBudget } from '../../../lib/cost/budget';
import { parseCostOptions } from '../../../lib/cost/options';
import { root } from '../../../lib/root';

describe('the options of npm run cost', () => {
  test('accept numbers with k, M and G, and the shares of a mix', () => {
    expect(parseCostOptions(['--requests', '10M', '--users', '100k', '--mix', 'getPost=3,createPost=1'])).toEqual({
      users: 100_000,
      posts: 1_000_000,
      requests: { getPost: 7_500_000, createPost: 2_500_000 },
      startShare: 0.01,
      isMeasured: false,
    });
    expect(parseCostOptions(['--posts', '1.5G'])).toMatchObject({
      users: 10_000,
      posts: 1_500_000_000,
      requests: { getPost: 350_000 },
    });
  });

  test.each([
    ['4.1M', 4_100_000],
    ['16.1k', 16_100],
    ['8.2G', 8_200_000_000],
  ])('take %s as a whole number', (text, users) => {
    expect(parseCostOptions(['--users', text])).toMatchObject({ users });
  });

  test('accept a number of starts, and no requests at all', () => {
    expect(parseCostOptions(['--requests', '1k', '--starts', '250'])).toMatchObject({ startShare: 0.25 });
    expect(parseCostOptions(['--requests', '0'])).toMatchObject({ startShare: 0 });
  });

  test.each([
    [['--requests', 'many'], '--requests is many; allowed is a number such as 250, 100k or 1.5M'],
    [['--requests', '-5'], '--requests is -5; allowed is a number such as 250, 100k or 1.5M'],
    [['--requests=1e400'], '--requests is 1e400; allowed is a number such as 250, 100k or 1.5M'],
    [['--requests', '99999999G'], '--requests is 99999999G; allowed is a number such as 250, 100k or 1.5M'],
    [['--users', '1.5'], '--users is 1.5; allowed is a whole number such as 250 or 1.5M'],
    [['--requests', '100', '--starts', '101'], '--starts is 101; allowed is at most a start for each request'],
    [['--mix', 'getPosts=1'], `--mix names getPosts; there are ${Object.keys(requestBudget).join(', ')}`],
    [['--mix', 'constructor=1'], `--mix names constructor; there are ${Object.keys(requestBudget).join(', ')}`],
    [['--mix='], `--mix names ; there are ${Object.keys(requestBudget).join(', ')}`],
    [['--mix', 'getPost=0'], '--mix has no share above 0'],
    [['--mix', 'getPost'], '--mix getPost is ; allowed is a number such as 250, 100k or 1.5M'],
    [['--mix', 'getPost=1=2'], '--mix getPost is 1=2; allowed is a number such as 250, 100k or 1.5M'],
    [['--starts='], '--starts is ; allowed is a number such as 250, 100k or 1.5M'],
    [['--posts='], '--posts is ; allowed is a number such as 250, 100k or 1.5M'],
  ])('refuse %j', (args, message) => {
    expect(() => parseCostOptions(args)).toThrow(new Error(message));
  });
});

test('npm run cost prints one sentence and exits with 1 for an impossible count', () => {
  const args = ['--import', require.resolve('tsx'), join(root, 'bin', 'cost.ts'), '--requests', '-5'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const sentence = '--requests is -5; allowed is a number such as 250, 100k or 1.5M\n';
  expect([status, stdout, stderr]).toEqual([1, '', sentence]);
});
