import { createHash } from 'node:crypto';
import type { Inside } from './inside';

export type Items = Awaited<ReturnType<Inside['items']>>;

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Where the table breaks what holds whenever nobody is writing. */
export const brokenIn = (items: Items): string[] => {
  const users = items.filter(({ pk }) => pk === 'USER');
  const posts = items.filter(({ pk }) => pk === 'POST');
  const claims = items.filter(({ sk }) => sk === 'EMAIL');
  const keys = items.filter(({ sk }) => sk === 'KEY');
  const ids = new Set(users.map(({ sk }) => sk));
  const claimOf = (email: string) => `EMAIL#${digest(email.normalize('NFC').toLowerCase())}`;
  const owners = new Map(claims.map(({ pk, ownerId }) => [pk, ownerId]));
  const counts = new Map<unknown, number>();
  for (const { userId } of posts) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  const strangers = items.length - users.length - posts.length - claims.length - keys.length;
  return [
    ...(strangers > 0 ? [`${strangers} items are none of ours`] : []),
    ...(claims.length > users.length ? [`${claims.length} claims of ${users.length} users`] : []),
    ...users.filter(({ email, sk }) => owners.get(claimOf(email)) !== sk).map(({ sk }) => `user ${sk} has no claim`),
    ...users
      .filter(({ sk, postCount }) => postCount !== (counts.get(sk) ?? 0))
      .map(({ sk, postCount }) => `user ${sk} has postCount ${postCount} and ${counts.get(sk) ?? 0} posts`),
    ...posts.filter(({ userId }) => userId && !ids.has(userId)).map(({ sk }) => `post ${sk} has no author`),
  ];
};

/** Key items of keys that nobody sent. */
export const strangeKeys = (items: Items, sent: ReadonlySet<string>): string[] => {
  const hashes = new Set([...sent].map(digest));
  const strange = items.filter(({ pk, sk }) => sk === 'KEY' && !hashes.has(pk.split('#').at(-1)));
  return strange.map(({ pk }) => `nobody sent the key of ${pk}`);
};
