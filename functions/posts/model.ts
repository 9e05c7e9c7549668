import { type Field, notBlank, optional, withDefault } from '../kit/model/field';
import { Id, idPattern, parseId } from '../kit/model/id';
import { patchOf, responseOf } from '../kit/model/models';
import { pageQuery } from '../kit/model/page';
import type { Relation } from '../kit/model/relation';
import { UserName } from '../users/model';

const Title = notBlank({ minLength: 1, maxLength: 200, aliases: ['subject', 'headline'] });

const Content = { maxLength: 50_000, aliases: ['body', 'text', 'message'] } satisfies Field;

const Author = { pattern: idPattern, parse: parseId, aliases: ['user', 'author', 'authorId'] } satisfies Field;

const Expand = { oneOf: ['user'], aliases: ['include', 'embed'] } as const satisfies Field;

/** Model of the body of POST and PUT. The other models follow from it. */
export const PostInput = { title: Title, content: withDefault(Content, ''), userId: optional(Author) };

/** Model of the body of PATCH. */
export const PostPatch = /* @__PURE__ */ patchOf(PostInput);

export const Post = /* @__PURE__ */ responseOf(PostInput);

/** Author as a list of posts shows them. Never holds the address, because anyone may read posts. */
export const ShownAuthor = { id: Id, name: UserName };

export const PostQuery = /* @__PURE__ */ pageQuery({ userId: Author, expand: Expand });

/** A post may belong to a user, its author. */
export const authorship = {
  attribute: 'userId',
  parent: 'user',
  child: 'post',
  path: '/posts',
} as const satisfies Relation;
