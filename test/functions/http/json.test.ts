import { describeBreak, scan } from '../../../functions/http/json';

const parses = (source: string) => {
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
};

describe('the scanner', () => {
  test.each([
    '{}',
    '[]',
    ' { "a" : [ 1 , -0.5e+10 , true , false , null , "x" ] , "b" : { } } ',
    '"\\u00e9\\n\\"\\\\\\/\\b\\f\\r\\t"',
    '"\u007f\u0085\u2028"',
    '0',
    '-0',
    '1E5',
    '0.25',
    '[[],[[]],{}]',
    '\t\n\r 1',
  ])('finds nothing wrong with %j', (source) => {
    expect(scan(source)).toEqual({ repeated: [] });
    expect(parses(source)).toBe(true);
  });

  test.each([
    ['', 0],
    [' ', 1],
    ['{', 1],
    ['[', 1],
    ['}', 0],
    ['{]', 1],
    ['[}', 1],
    ['{"a"}', 4],
    ['{"a":}', 5],
    ['{"a" 1}', 5],
    ['{"a":1,}', 7],
    ['{,}', 1],
    ['{1:2}', 1],
    ['{"a":1 "b":2}', 7],
    ['[1,]', 3],
    ['[,1]', 1],
    ['[1 2]', 3],
    ['1 2', 2],
    ['1,', 1],
    ['{}}', 2],
    ['1]', 1],
    ['{{}}', 1],
    ['{"a"{}}', 4],
    ['[1[]]', 2],
    [':', 0],
    ['01', 1],
    ['1.', 1],
    ['.5', 0],
    ['+1', 0],
    ['1e', 1],
    ['-', 0],
    ['"', 0],
    ['"\n"', 0],
    ['"\\x"', 0],
    ['"\\u12"', 0],
    ['nul', 0],
    ['True', 0],
    ['undefined', 0],
    ['// x', 0],
    ['\u00a01', 0],
    ['\u0000', 0],
  ])('finds %j broken at %i', (source, brokenAt) => {
    expect(scan(source)).toEqual({ brokenAt, repeated: [] });
    expect(parses(source)).toBe(false);
  });

  test.each([
    ['{"a":1,"a":2,"a":3}', ['a', 'a']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    ['{"a":{"b":1,"b":2},"b":3}', []],
    ['[{"a":1,"a":2}]', []],
    ['{"a":"a","b":"a"}', []],
  ])('finds what %s gives twice', (source, repeated) => {
    expect(scan(source)).toEqual({ repeated });
  });

  test.each([
    ['escapes', `"${'\\n'.repeat(131_000)}"`, undefined],
    ['escapes without end', `"${'\\n'.repeat(131_000)}`, 0],
    ['delete characters', `"${'\u007f'.repeat(262_000)}"`, undefined],
    ['spaces', ' '.repeat(262_000), 262_000],
    ['digits', '1'.repeat(262_000), undefined],
    ['brackets', '['.repeat(262_000), 262_000],
  ])('reads 256 KiB of %s', (_, source, brokenAt) => {
    expect(scan(source)).toEqual({ brokenAt, repeated: [] });
  });
});

test('a break is described by line and column', () => {
  expect(describeBreak('{\n "a": ?\n}', 8)).toBe('unexpected "?" at line 2, column 7');
  expect(describeBreak('{\n', 2)).toBe('it ends too early at line 2, column 1');
});
