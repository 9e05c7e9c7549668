import { Id, Instant, likeId } from '../model/id';
import { filled, type Member, nullable, type Output, optional, withDefault } from '../model/member';
import { pageQuery } from '../model/page';

const Title = filled({ minLength: 1, maxLength: 200, aliases: ['subject', 'headline'] });

const Content = { maxLength: 50_000, aliases: ['body', 'text', 'message'] } satisfies Member;

const Author = { like: likeId, aliases: ['user', 'author', 'authorId'] } satisfies Member;

/** The writable members. */
export const PostInput = { title: Title, content: withDefault(Content, ''), userId: optional(Author) };
export type PostInput = Output<typeof PostInput>;

/** In a merge patch (RFC 7396) `null` resets a member. */
export const PostPatch = {
  title: optional(Title),
  content: optional(nullable(Content)),
  userId: optional(nullable(Author)),
};
export type PostPatch = Output<typeof PostPatch>;

export const Post = {
  id: Id,
  title: Title,
  content: Content,
  userId: optional(Id),
  createdAt: Instant,
  updatedAt: Instant,
};
export type Post = Output<typeof Post>;

export const PostQuery = pageQuery({ userId: optional(Author) });
export type PostQuery = Output<typeof PostQuery>;
