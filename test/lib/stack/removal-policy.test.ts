import { isProtected } from '../../../lib/stack/removal-policy';

describe('a stage', () => {
  test.each(['dev', 'pr-1', 'pr-12345', 'pr-01'])('named %s is not protected', (stage) =>
    expect(isProtected({ stage })).toBe(false),
  );

  test.each(['prod', 'pr', 'pr-', 'pr-1a', 'pr-x', 'pre-1', 'pr1', 'pr-1-2', 'my-pr-1', 'dev2', 'dev-1'])(
    'named %s is protected',
    (stage) => expect(isProtected({ stage })).toBe(true),
  );
});
