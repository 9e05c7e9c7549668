import { notBlank } from './field';

/** Name of a user, which lists of posts show, too. */
export const UserName = /* @__PURE__ */ notBlank({
  minLength: 1,
  maxLength: 100,
  aliases: ['username', 'fullName', 'displayName'],
});
