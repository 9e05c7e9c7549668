import fc from 'fast-check';
import { readPrecondition } from '../../../../functions/kit/http/precondition';
import { cpuMs, expectWithin } from '../../../support/time';

const issue = ['format', 'must be * or a list of at most 100 quoted entity tags, such as "abc"'];
const refused = ['If-Match', 'If-None-Match'].map((header) => ({ code: 'invalid-header', header, issue }));
const tags = (count: number) => Array.from({ length: count }, (_, i) => `"${i}"`).join(', ');

/** Reads a value of both headers. */
const read = (value: string) => {
  const errors: Parameters<typeof readPrecondition>[1] = [];
  return { ...readPrecondition({ 'if-match': value, 'if-none-match': value }, errors, true), errors };
};

test.each(['', 'a', 'w/"a"', '"a" "b"', '*, "a"', '"a b"', '"a', tags(101)])('refuses the tags %s', (value) => {
  expect(read(value)).toMatchObject({ errors: refused });
});

test.each([', "a"', tags(100)])('takes the tags %s', (value) => {
  expect(read(value)).toMatchObject({ errors: [] });
});

test.each([
  ['commas', `"a"${' , '.repeat(3000)}x`],
  ['commas without space', `"a"${','.repeat(9000)}x`],
  ['spaces', `"a"${' '.repeat(9000)}x`],
  ['tags', `${tags(1000)} x`],
  ['weak marks', 'W/'.repeat(4500)],
])('refuses a long header of %s in less than a second of processor time', (_, value) => {
  const startedMs = cpuMs();
  expect(read(value)).toMatchObject({ errors: refused });
  expectWithin(1000, cpuMs() - startedMs);
});

test('both headers are read as the lists of tags that were written', () => {
  const separator = fc.stringMatching(/^[ \t]*,[ \t,]*$/);
  const tag = fc.tuple(fc.boolean(), fc.stringMatching(/^[\x21\x23-\x7e\x80-\xff]{0,9}$/));
  const lists = fc.array(fc.tuple(tag, separator), { minLength: 1, maxLength: 100 });
  const property = fc.property(lists, (list) => {
    const value = list.map(([[isWeak, rev], after]) => `${isWeak ? 'W/' : ''}"${rev}"${after}`).join('');
    const ifMatch = list.flatMap(([[isWeak, rev]]) => (isWeak ? [] : rev));
    expect(read(value)).toEqual({ ifMatch, ifNoneMatch: list.map(([[, rev]]) => rev), errors: [] });
  });
  fc.assert(property);
});
