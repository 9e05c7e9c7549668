import fc from 'fast-check';
import { readPrecondition } from '../../../functions/http/precondition';
import { cpuMs } from '../../support/time';

type Errors = Parameters<typeof readPrecondition>[1];
const detail = 'must be * or a list of at most 100 quoted entity tags, such as "abc"';
const tags = (count: number) => Array.from({ length: count }, (_, i) => `"${i}"`).join(', ');

/** Returns the errors of a value in each of the two headers. */
const errorsOf = (value: string) => {
  const errors: Errors = [];
  readPrecondition({ 'if-match': value, 'if-none-match': value }, errors);
  return errors;
};
const refused = ['If-Match', 'If-None-Match'].map((header) => ({ code: 'invalid-header', header, detail }));

test.each(['', 'a', 'w/"a"', '"a" "b"', '*, "a"', '"a b"', '"a'])('refuses the tags %s', (value) => {
  expect(errorsOf(value)).toEqual(refused);
});

test.each(['""', '"a","b" ,, W/"c"', ', "a"', '"a",'])('takes the tags %s', (value) => {
  expect(errorsOf(value)).toEqual([]);
});

test('takes 100 tags, and refuses 101', () => {
  expect([errorsOf(tags(100)), errorsOf(tags(101))]).toEqual([[], refused]);
});

test.each([
  ['commas', `"a"${' , '.repeat(3000)}x`],
  ['commas without space', `"a"${','.repeat(9000)}x`],
  ['spaces', `"a"${' '.repeat(9000)}x`],
  ['tags', `${tags(1000)} x`],
  ['weak marks', 'W/'.repeat(4500)],
])('refuses a long header of %s in less than a second of processor time', (_, value) => {
  const startedMs = cpuMs();
  expect(errorsOf(value)).toEqual(refused);
  expect(cpuMs() - startedMs).toBeLessThan(1000);
});

test('both headers are read as the lists of tags that were written', () => {
  const separator = fc.stringMatching(/^[ \t]*,[ \t,]*$/);
  const tag = fc.tuple(fc.boolean(), fc.stringMatching(/^[\x21\x23-\x7e\x80-\xff]{0,9}$/));
  const lists = fc.array(fc.tuple(tag, separator), { minLength: 1, maxLength: 100 });
  const property = fc.property(lists, (list) => {
    const value = list.map(([[isWeak, rev], after]) => `${isWeak ? 'W/' : ''}"${rev}"${after}`).join('');
    const errors: Errors = [];
    expect(readPrecondition({ 'if-match': value, 'if-none-match': value }, errors)).toEqual({
      ifMatch: list.flatMap(([[isWeak, rev]]) => (isWeak ? [] : rev)),
      ifNoneMatch: list.map(([[, rev]]) => rev),
    });
    expect(errors).toEqual([]);
  });
  fc.assert(property);
});
