import type { Resource } from '../kit/site/openapi/resource';
import { UserInput } from './model';
import { users } from './store';

const ada = { id: '01a1f3ad-8e00-7000-8000-000000000001', name: 'Ada Lovelace', email: 'ada@lovelace.example' };
const grace = { id: '01a1f3ad-8e00-7000-8000-000000000002', name: 'Grace Hopper', email: 'grace@hopper.example' };

export const usersDocs = {
  ...users,
  input: UserInput,
  about: 'People, each with an e-mail address that nobody else has.',
  prose: {
    list: 'Newest first, a page at a time; `email` finds the user with this address.',
    create: 'No two users have the same e-mail address.',
  },
  parameters: { email: 'The e-mail address of the user to find, in upper or lower case.' },
  examples: {
    stored: [ada, grace],
    create: { summary: 'A user', request: { name: 'Alan Turing', email: 'alan@turing.example' } },
    replace: { summary: 'Another name', request: { name: 'Grace Murray Hopper', email: grace.email } },
    update: { summary: 'Another name', request: { name: 'Grace Murray Hopper' } },
  },
} satisfies Resource;
