import { Id, Instant } from '../model/id';
import { filled, type Member, type Members, type Output, optional } from '../model/member';
import { pageQuery } from '../model/page';

/** Has no control characters. A literal, because bundles of other functions leave out a literal that they do not use. */
const address =
  /^[^@\s\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]+@[^@\s\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]+$/;

const Email = {
  minLength: 3,
  maxLength: 254,
  like: [address, 'must be an e-mail address: one @ with something on both sides, no white space'],
  aliases: ['mail', 'emailAddress'],
} satisfies Member;

const Name = filled({ minLength: 1, maxLength: 100, aliases: ['username', 'fullName', 'displayName'] });

/** The writable members. */
export const UserInput = { name: Name, email: Email };
export type UserInput = Output<typeof UserInput>;

export const UserPatch = { name: optional(Name), email: optional(Email) };
export type UserPatch = Output<typeof UserPatch>;

export const User = { id: Id, name: Name, email: Email, createdAt: Instant, updatedAt: Instant };
export type User = Output<typeof User>;

/** Whether the posts of a user go along. */
export const RemovalQuery = {
  force: { oneOf: ['true', 'false'], default: 'false', read: (force: string) => force === 'true' },
} satisfies Members;

export const UserQuery = pageQuery({ email: optional(Email) });
export type UserQuery = Output<typeof UserQuery>;
