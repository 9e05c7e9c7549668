import { type Field, optional, type ValuesOf } from '../model/field';
import { Id, Instant } from '../model/id';
import { pageQuery } from '../model/page';
import { UserName } from '../model/text';

/** Allows no control characters. Is a literal, because esbuild removes an unused literal from other bundles. */
const address =
  /^[^@\s\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]+@[^@\s\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]+$/;

const Email = {
  minLength: 3,
  maxLength: 254,
  pattern: [address, 'must be an e-mail address: one @ with something on both sides, no white space'],
  aliases: ['mail', 'emailAddress'],
} satisfies Field;

/** Model of the body of POST and PUT. */
export const UserInput = { name: UserName, email: Email };

export const UserPatch = { name: optional(UserName), email: optional(Email) };

export const User = { id: Id, name: UserName, email: Email, createdAt: Instant, updatedAt: Instant };
export type User = ValuesOf<typeof User>;

export const UserQuery = /* @__PURE__ */ pageQuery({ email: Email });
export type UserQuery = ValuesOf<typeof UserQuery>;
