import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { posts } from '../resources';
import { type mockTable, otherUser, storedPost } from '../table';
import { cancelled } from './commands';

/** Moves the stored post to another author, which takes a transaction. */
export const move = (headers = {}) => posts.ask('replace', { body: { title: 'New', userId: otherUser.sk }, headers });

/** The stored post after a move, and after a write of another request. */
export const moved = { ...storedPost, userId: otherUser.sk };
export const newer = (number: number) => ({ ...storedPost, rev: `rev-${number}` });

/** The error of a transaction that found another post, or none. */
export const losesRace = (Item?: Record<string, unknown>) =>
  cancelled({ Code: 'ConditionalCheckFailed', Item }, 'None', 'None');

/** Returns the revision to which each transaction was pinned, and the authors whose posts it counted. */
export const pinsIn = (table: ReturnType<typeof mockTable>) =>
  table
    .commandCalls(TransactWriteCommand)
    .map(({ args: [{ input }] }) =>
      input.TransactItems?.map(({ Update }) => Update?.ExpressionAttributeValues?.[':revIs'] ?? Update?.Key?.sk),
    );
