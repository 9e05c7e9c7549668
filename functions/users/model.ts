import { notBlank, unique } from '../kit/model/field';
import { email } from '../kit/model/formats';
import { patchOf, responseOf } from '../kit/model/models';
import { pageQuery } from '../kit/model/page';
import { foldCase } from '../kit/model/text';

/** Name of a user, which lists of posts show, too. */
export const UserName = notBlank({
  minLength: 1,
  maxLength: 100,
  aliases: ['username', 'fullName', 'displayName'],
});

const Email = { ...email, aliases: ['mail', 'emailAddress'] };

/** Model of the body of POST and PUT. The other models follow from it. */
export const UserInput = {
  name: UserName,
  email: unique(Email, { normalize: foldCase, label: 'e-mail address', claim: 'EMAIL' }),
};

/** Model of the body of PATCH. */
export const UserPatch = patchOf(UserInput);

export const User = responseOf(UserInput);

export const UserQuery = pageQuery(UserInput);
