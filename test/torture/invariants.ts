import { createHash } from 'node:crypto';
import type { InProcessService } from './in-process';

export type StoredItems = Awaited<ReturnType<InProcessService['items']>>;

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Lists the violations of the table's invariants. The invariants hold whenever no write is running. */
export const brokenInvariants = (items: StoredItems): string[] => {
  const users = items.filter(({ pk }) => pk === 'USER');
  const posts = items.filter(({ pk }) => pk === 'POST');
  const claims = items.filter(({ sk }) => sk === 'EMAIL');
  const keys = items.filter(({ sk }) => sk === 'KEY');
  const ids = new Set(users.map(({ sk }) => sk));
  const claimOf = (email: string) => `EMAIL#${digest(email.normalize('NFC').toLowerCase())}`;
  const owners = new Map(claims.map(({ pk, ownerId }) => [pk, ownerId]));
  const counts = new Map<unknown, number>();
  for (const { userId } of posts) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  const unknown = items.length - users.length - posts.length - claims.length - keys.length;
  return [
    ...(unknown > 0 ? [`${unknown} items have an unknown kind`] : []),
    ...(claims.length > users.length ? [`${users.length} users have ${claims.length} e-mail claims`] : []),
    ...users
      .filter(({ email, sk }) => owners.get(claimOf(email)) !== sk)
      .map(({ sk }) => `user ${sk} has no e-mail claim`),
    ...users
      .filter(({ sk, postCount = 0 }) => postCount !== (counts.get(sk) ?? 0))
      .map(({ sk, postCount }) => `user ${sk} has postCount ${postCount} and ${counts.get(sk) ?? 0} posts`),
    ...posts
      .filter(({ userId }) => userId && !ids.has(userId))
      .map(({ sk, userId }) => `post ${sk} names the user ${userId}, who does not exist`),
  ];
};

/** Lists the stored idempotency keys that no client has sent. */
export const unknownKeys = (items: StoredItems, sent: ReadonlySet<string>): string[] => {
  const hashes = new Set([...sent].map(digest));
  const unknown = items.filter(({ pk, sk }) => sk === 'KEY' && !hashes.has(pk.split('#').at(-1)));
  return unknown.map(({ pk }) => `the stored idempotency key ${pk} was never sent`);
};
