import { type Field, notBlank, optional, type Relation, withDefault } from '../kit/model/field';
import { Id } from '../kit/model/id';
import { patchOf, responseOf } from '../kit/model/models';
import { pageQuery } from '../kit/model/page';
import { belongsTo, expandOf } from '../kit/model/relation';
import { UserName } from '../users/model';

const Title = notBlank({ minLength: 1, maxLength: 200, aliases: ['subject', 'headline'] });

const Content = { maxLength: 50_000, aliases: ['body', 'text', 'message'] } satisfies Field;

/** Author as a list of posts shows them. Never holds the address, because anyone may read posts. */
export const ShownAuthor = { id: Id, name: UserName };

/** A post may belong to a user, its author. */
export const authorship = {
  attribute: 'userId',
  stored: 'userId',
  parent: 'user',
} as const satisfies Relation;

const Author = belongsTo(authorship, { aliases: ['user', 'author', 'authorId'] });

/** Model of the body of POST and PUT. The other models follow from it. */
export const PostInput = {
  title: Title,
  content: withDefault(Content, ''),
  userId: optional(Author),
};

/** Model of the body of PATCH. */
export const PostPatch = patchOf(PostInput);

export const Post = responseOf(PostInput);

export const PostQuery = pageQuery(PostInput, { expand: expandOf(authorship) });
