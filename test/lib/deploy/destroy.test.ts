import { refusalOf } from '../../../lib/deploy/destroy';
import { templateOf } from '../../support/stack';

const args = ['-c', 'stage=prod', '-c', 'throttle={ "rate": 1 }'];

test('a protected stage is not destroyed, but its two steps are named', () => {
  const { assembly } = templateOf({ stage: 'prod' });
  expect(refusalOf(assembly, args)).toBe(`UsersAndPosts-prod is protected: deleting it takes two steps, on purpose.

1. aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name UsersAndPosts-prod
2. npx cdk destroy -c stage=prod -c 'throttle={ "rate": 1 }'

The table stays even then, with all users and posts in it.
`);
});
