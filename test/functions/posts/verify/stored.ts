import { counterKeyOf } from '../../../../functions/kit/table/counter';
import { claimKeyOf } from '../../../../functions/kit/table/unique';
import { UserInput } from '../../../../functions/users/model';
import { useTable } from '../../../support/dynamodb/torn';

export const path = '/api/v1/users';
export const [ann = '', bob = '', anns = '', anonymous = ''] = [1, 2, 3, 4].map(
  (n) => `01890000-0000-7000-8000-00000000000${n}`,
);
const email = { collection: 'USER', name: 'email', attribute: 'email', field: UserInput.email };
export const [emailOfAnn = '', emailOfBob = ''] = ['ann', 'bob'].map(
  (name) => claimKeyOf(email, `${name}@x.example`).pk,
);

export const [counterOfAnn = '', counterOfBob = ''] = [ann, bob].map((id) => counterKeyOf('user', id).pk);

const headers = { 'if-none-match': '*' };

/** Gives the tests of a file a table with Ann, Bob, a post of Ann and one without an author. */
export const useStored = () =>
  useTable([
    { line: `PUT ${path}/${ann}`, body: { name: 'Ann', email: 'ann@x.example' }, headers },
    { line: `PUT ${path}/${bob}`, body: { name: 'Bob', email: 'bob@x.example' }, headers },
    { line: `PUT /posts/${anns}`, body: { title: 'of Ann', userId: ann }, headers },
    { line: `PUT /posts/${anonymous}`, body: { title: 'anonymous' }, headers },
  ]);
