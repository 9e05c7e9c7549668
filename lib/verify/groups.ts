import { parseGroups } from './parse';
import { conditions } from './rows/conditions';
import { errors } from './rows/errors';
import { lists } from './rows/lists';
import { members } from './rows/members';
import { service } from './rows/service';

/** Promises that `npm run verify` plays. test/contract plays them, too. */
export const groups = [service, members, conditions, lists, errors].flatMap(parseGroups);
