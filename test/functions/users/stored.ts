import { idOf } from '../../support/unit/table';

/** Item of a user, and the body of the response with it. */
export const storedUser = {
  pk: 'USER',
  sk: idOf(1),
  name: 'Ann',
  email: 'Ann@example.com',
  rev: 'rev-of-user',
  postCount: 0,
  updatedAt: '2026-11-19T13:00:00.000Z',
};
const { sk: id, name, email, updatedAt } = storedUser;
export const userBody = { id, name, email, createdAt: '2026-11-19T12:00:00.000Z', updatedAt };
