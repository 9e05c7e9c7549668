import { handle } from '../lambda/handle';
import * as posts from '../posts/store';
import { removeUser } from '../routes';
import * as users from './store';

export const handler = handle(removeUser, ({ id, query, precondition }) =>
  query.force ? users.removeWithPosts(posts.removeBatch, id, precondition) : users.remove(id, precondition),
);
