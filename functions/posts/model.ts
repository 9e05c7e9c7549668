import * as v from 'valibot';
import { Id } from '../http/id';
import { pageQuery } from '../http/page';
import { filledText, text } from '../http/text';

const Title = v.pipe(filledText({ minLength: 1, maxLength: 200 }), v.metadata({ aliases: ['subject', 'headline'] }));

const Content = v.pipe(text({ minLength: 0, maxLength: 50_000 }), v.metadata({ aliases: ['body', 'text', 'message'] }));

const Author = v.pipe(Id, v.metadata({ aliases: ['user', 'author', 'authorId'] }));

/** The writable members. */
export const PostInput = v.object({ title: Title, content: v.optional(Content, ''), userId: v.optional(Author) });
export type PostInput = v.InferOutput<typeof PostInput>;

/** In a merge patch (RFC 7396) `null` resets a member. */
export const PostPatch = v.partial(
  v.object({ title: Title, content: v.nullable(Content), userId: v.nullable(Author) }),
);
export type PostPatch = v.InferOutput<typeof PostPatch>;

export const Post = v.object({
  id: Id,
  title: Title,
  content: Content,
  userId: v.optional(Id),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type Post = v.InferOutput<typeof Post>;

export const PostQuery = pageQuery({ userId: v.optional(Author) });
export type PostQuery = v.InferOutput<typeof PostQuery>;
