import { type Field, notBlank, nullable, optional, withDefault } from '../model/field';
import { Id, Instant, idPattern, parseId } from '../model/id';
import { pageQuery } from '../model/page';
import type { Relation } from '../model/relation';
import { UserName } from '../model/text';

const Title = notBlank({ minLength: 1, maxLength: 200, aliases: ['subject', 'headline'] });

const Content = { maxLength: 50_000, aliases: ['body', 'text', 'message'] } satisfies Field;

const Author = { pattern: idPattern, parse: parseId, aliases: ['user', 'author', 'authorId'] } satisfies Field;

const Expand = { oneOf: ['user'], aliases: ['include', 'embed'] } as const satisfies Field;

/** Model of the body of POST and PUT. */
export const PostInput = { title: Title, content: withDefault(Content, ''), userId: optional(Author) };

/** Model of the body of PATCH. */
export const PostPatch = {
  title: optional(Title),
  content: optional(nullable(Content, '')),
  userId: optional(nullable(Author)),
};

export const Post = {
  id: Id,
  title: Title,
  content: Content,
  userId: optional(Id),
  createdAt: Instant,
  updatedAt: Instant,
};

/** Author as a list of posts shows them. Never holds the address, because anyone may read posts. */
export const ShownAuthor = { id: Id, name: UserName };

export const PostQuery = /* @__PURE__ */ pageQuery({ userId: Author, expand: Expand });

/** A post may belong to a user, its author. */
export const authorship = {
  attribute: 'userId',
  parent: 'user',
  child: 'post',
  path: '/posts',
  needsOwnParent: true,
} as const satisfies Relation;
