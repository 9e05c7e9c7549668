import { idOf } from '../../support/unit/table';

/** Items of the table. `storedUser` is the author of `storedPost`. */
export const storedUser = {
  pk: 'USER',
  sk: idOf(1),
  name: 'Ann',
  email: 'Ann@example.com',
  rev: 'rev-of-user',
  is__parent: true,
  updatedAt: '2026-11-19T13:00:00.000Z',
};
/** Returns the counter of a user with some posts. */
export const counterOf = ({ sk }: typeof storedUser, posts: number) => {
  return { pk: `COUNT#USER#${sk}`, sk: 'COUNT', children__total: posts, userId__count: posts };
};
export const anonymousPost = {
  pk: 'POST',
  sk: '01a1f3ad-8e00-7000-8000-00000000000a',
  title: 'Hello',
  content: 'World',
  rev: 'rev-of-post',
  updatedAt: '2026-11-19T13:00:00.000Z',
};
export const storedPost = { ...anonymousPost, userId: storedUser.sk };

/** Bodies of the responses with these items. */
const { sk: id, title, content, updatedAt } = anonymousPost;
export const anonymousPostBody = { id, title, content, createdAt: '2026-11-19T12:00:00.000Z', updatedAt };
export const postBody = { ...anonymousPostBody, userId: storedUser.sk };
