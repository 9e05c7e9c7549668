import { requestBudget } from '../../../lib/cost/budget';
import { parseCostOptions } from '../../../lib/cost/commands';

describe('the options of npm run cost', () => {
  test('accept numbers with k, M and G, and the shares of a mix', () => {
    expect(parseCostOptions(['--requests', '10M', '--users', '100k', '--mix', 'getPost=3,createPost=1'])).toEqual({
      users: 100_000,
      posts: 1_000_000,
      requests: { getPost: 7_500_000, createPost: 2_500_000 },
      isMeasured: false,
    });
    expect(parseCostOptions(['--posts', '1.5G'])).toMatchObject({
      users: 10_000,
      posts: 1_500_000_000,
      requests: { getPost: 350_000 },
    });
  });

  test.each([
    [['--requests', 'many'], '--requests is many; allowed is a number such as 250, 100k or 1.5M'],
    [['--mix', 'getPosts=1'], `--mix names getPosts; there are ${Object.keys(requestBudget).join(', ')}`],
    [['--mix', 'getPost=0'], '--mix has no share above 0'],
  ])('refuse %j', (args, message) => {
    expect(() => parseCostOptions(args)).toThrow(new Error(message));
  });
});
