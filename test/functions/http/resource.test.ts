import { nounOf, titleOf } from '../../../functions/http/resource';
import { users } from '../../../functions/users/docs';

test('a resource has a noun and a title, such as "user" and "User"', () => {
  expect([nounOf(users), titleOf(users)]).toEqual(['user', 'User']);
});
