import { errorOf, readValues } from '../../../../functions/kit/model/check';
import { notBlank } from '../../../../functions/kit/model/field';
import { Timestamp } from '../../../../functions/kit/model/id';
import { Owner } from '../../../../functions/kit/model/text';

const fields = {
  name: notBlank({ minLength: 1, maxLength: 100 }),
  text: { minLength: 3, maxLength: 50_000 },
  owner: Owner,
  at: Timestamp,
};
type Name = keyof typeof fields;

const owner = 'aZ09_-aZ09_-aZ09_-aZ09';
const at = '2026-11-19T12:00:00.000Z';
const noInstant = 'must be a time in UTC, to the millisecond';
// test/functions/kit/site/openapi/schemas.test.ts has all other characters that a text may have.
const control = 'must not contain control characters or lone surrogates';

test.each<[Name, string]>([
  ['name', ' x '],
  ['name', '👋'.repeat(100)],
  ['text', 'Jose\u0301'],
  ['owner', owner],
  ['at', at],
])('the field %s takes and keeps %s', (name, value) => {
  expect(errorOf(fields[name], value)).toBeUndefined();
  expect(readValues({ [name]: fields[name] }, { [name]: value }, () => {})).toEqual({ [name]: value });
});

test.each<[Name, string, string, string]>([
  ['name', 'too-short', 'must not be empty', ''],
  ['name', 'format', 'must not be only white space', ' \t\n\r\u00a0\u2003\u3000'],
  ['name', 'too-long', 'must be at most 100 characters long', 'x'.repeat(201)],
  ['name', 'too-long', 'must be at most 100 characters long', '👋'.repeat(101)],
  ['text', 'too-short', 'must be at least 3 characters long', '👋@'],
  ['text', 'format', control, '\u0000'],
  ['text', 'format', control, '\ud800'],
  ['text', 'format', control, '\udc4b\ud83d'],
  ['text', 'format', control, '\ud83d\ud83d\udc4b'],
  ['owner', 'too-short', 'must be at least 22 characters long', owner.slice(1)],
  ['owner', 'too-long', 'must be at most 22 characters long', `${owner}x`],
  ['owner', 'format', 'must be a value of `owner`', `+${owner.slice(1)}`],
  ['owner', 'format', 'must be a value of `owner`', `${owner.slice(1)}\n`],
  ['at', 'format', noInstant, `x${at}`],
  ['at', 'format', noInstant, `${at}x`],
  ['at', 'format', noInstant, at.slice(0, -1)],
])('the field %s breaks %s, %s: %j', (name, rule, error, value) => {
  expect(errorOf(fields[name], value)).toEqual([rule, error]);
});
