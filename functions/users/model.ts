import * as v from 'valibot';
import { Id } from '../http/id';
import { pageQuery } from '../http/page';
import { filledText, text } from '../http/text';

const Email = v.pipe(
  text({ minLength: 3, maxLength: 254 }),
  v.regex(/^[^@\s]+@[^@\s]+$/, 'must be an e-mail address: one @ with something on both sides, no white space'),
  v.metadata({ aliases: ['mail', 'emailAddress'] }),
);

const Name = v.pipe(
  filledText({ minLength: 1, maxLength: 100 }),
  v.metadata({ aliases: ['username', 'fullName', 'displayName'] }),
);

/** The writable members. */
export const UserInput = v.object({ name: Name, email: Email });
export type UserInput = v.InferOutput<typeof UserInput>;

export const UserPatch = v.partial(UserInput);
export type UserPatch = v.InferOutput<typeof UserPatch>;

export const User = v.object({ id: Id, name: Name, email: Email, createdAt: v.string(), updatedAt: v.string() });
export type User = v.InferOutput<typeof User>;

/** Whether the posts of a user go along. */
export const RemovalQuery = v.object({
  force: v.optional(
    v.pipe(
      v.picklist(['true', 'false'], 'must be true or false'),
      v.transform((force) => force === 'true'),
    ),
    'false',
  ),
});

export const UserQuery = pageQuery({ email: v.optional(Email) });
export type UserQuery = v.InferOutput<typeof UserQuery>;
