import { type Field, notBlank, nullable, optional, type ValuesOf, withDefault } from '../model/field';
import { Id, Instant, idPattern } from '../model/id';
import { pageQuery } from '../model/page';

const Title = notBlank({ minLength: 1, maxLength: 200, aliases: ['subject', 'headline'] });

const Content = { maxLength: 50_000, aliases: ['body', 'text', 'message'] } satisfies Field;

const Author = { pattern: idPattern, aliases: ['user', 'author', 'authorId'] } satisfies Field;

/** Model of the body of POST and PUT. */
export const PostInput = { title: Title, content: withDefault(Content, ''), userId: optional(Author) };
export type PostInput = ValuesOf<typeof PostInput>;

/** Model of the body of PATCH. In a merge patch (RFC 7396) `null` resets a field. */
export const PostPatch = {
  title: optional(Title),
  content: optional(nullable(Content)),
  userId: optional(nullable(Author)),
};
export type PostPatch = ValuesOf<typeof PostPatch>;

export const Post = {
  id: Id,
  title: Title,
  content: Content,
  userId: optional(Id),
  createdAt: Instant,
  updatedAt: Instant,
};
export type Post = ValuesOf<typeof Post>;

export const PostQuery = pageQuery({ userId: optional(Author) });
export type PostQuery = ValuesOf<typeof PostQuery>;
