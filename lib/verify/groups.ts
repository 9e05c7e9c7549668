import { parseGroups } from './parse';
import { members } from './rows/members';
import { relations } from './rows/relations';
import { service } from './rows/service';
import { usersAndPosts } from './rows/users-and-posts';

/** Promises that `npm run verify` plays. test/contract plays them, too. */
export const groups = [service, members, relations, usersAndPosts].flatMap(parseGroups);
