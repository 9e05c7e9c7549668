import { type Field, notBlank, unique } from '../kit/model/field';
import { patchOf, responseOf } from '../kit/model/models';
import { pageQuery } from '../kit/model/page';
import { foldCase } from '../kit/model/text';

/** Name of a user, which lists of posts show, too. */
export const UserName = notBlank({
  minLength: 1,
  maxLength: 100,
  aliases: ['username', 'fullName', 'displayName'],
});

/**
 * Allows no control characters, no format characters (Unicode Cf), and none of five others that show nothing: with them,
 * addresses that look alike could belong to several users. Is a literal, because esbuild removes an unused literal from other
 * bundles.
 */
const address =
  /^(?!.*[\u034F\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\u2800\u3164\uFFF9-\uFFFB])[^@\s\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]+@[^@\s\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]+$/;

const Email = {
  minLength: 3,
  maxLength: 254,
  pattern: [
    address,
    'must be an e-mail address: one @ with something on both sides, no white space, no invisible characters',
  ],
  // Finds the format characters beyond U+FFFF, which no pattern can name that is valid with and without the flag `u`.
  parse: (email: string) => (/\p{Cf}/u.test(email) ? undefined : email),
  aliases: ['mail', 'emailAddress'],
} satisfies Field;

/** Model of the body of POST and PUT. The other models follow from it. */
export const UserInput = {
  name: UserName,
  email: unique(Email, { normalize: foldCase, label: 'e-mail address', claim: 'EMAIL' }),
};

/** Model of the body of PATCH. */
export const UserPatch = patchOf(UserInput);

export const User = responseOf(UserInput);

export const UserQuery = pageQuery(UserInput);
