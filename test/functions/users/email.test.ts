import { errorOf, readValues } from '../../../functions/kit/model/check';
import { claimKeyOf } from '../../../functions/kit/table/unique';
import { UserInput } from '../../../functions/users/model';
import { describeText, hasNoControl } from '../../support/texts';

const { email: field } = UserInput;
const emailKeyOf = (email: string) =>
  claimKeyOf({ collection: 'USER', name: 'email', attribute: 'email', field }, email);

test.each([
  ['ann@x.example', 'ANN@X.Example'],
  ['caf\u00e9@x.example', 'cafe\u0301@x.example'],
  ['J\u030c@x.example', '\u01f0@x.example'],
  ['stra\u00dfe@x.example', 'STRA\u1e9eE@x.example'],
  // In NFC each of these characters has three code points. A key of the table has at most 2,048 bytes.
  [`a@${'\u{1D160}'.repeat(230)}`, `A@${'\u{1D160}'.repeat(230)}`],
])('the addresses %s and %s have the same key, which is short', (address, other) => {
  expect(emailKeyOf(other)).toEqual(emailKeyOf(address));
  expect(emailKeyOf(address)).toEqual({ pk: expect.stringMatching(/^EMAIL#.{43}$/), sk: 'EMAIL' });
});

const isAddress = (text: string) =>
  hasNoControl(text) && /^[^@\s\p{Cf}]+@[^@\s\p{Cf}]+$/u.test(text) && !/[\u034F\u115F\u1160\u2800\u3164]/.test(text);
describeText('an e-mail address', field, isAddress);

const noEmail =
  'must be an e-mail address: one @ with something on both sides, no white space, no invisible characters';

test.each([
  [noEmail, 'a@b@c'],
  [noEmail, 'a@b\u{e0041}c'],
  ['must be at most 254 characters long', `a@${'👋'.repeat(253)}`],
  [undefined, `a@${'👋'.repeat(252)}`],
])('the error of an address is %j: %s', (error, address) => {
  expect(errorOf(field, address)?.[1]).toBe(error);
});

test('an address keeps its form', () => {
  const given = { field: 'Jose\u0301@Example.com' };
  expect(readValues({ field }, given, () => {})).toEqual(given);
});
