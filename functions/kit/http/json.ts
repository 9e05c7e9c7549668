import type { Path } from '../model/check';

/** Maximum number of values in a body. A body of 130,000 brackets would take 25 times the time of a usual request. */
export const MAX_VALUES = 10_000;

/**
 * Facts that JSON.parse does not tell, such as the paths of repeated members. A scan ends at the first error, or when `values`
 * exceeds MAX_VALUES.
 */
type Scan = { readonly errorAt?: number; readonly repeated: readonly Path[]; readonly values: number };

/**
 * Depth at which repeated members are no longer found. Names of a valid body are at most 7 deep, in three lists of objects, and a
 * deeper body is refused.
 */
const MAX_DEPTH = 9;

const stringToken = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*"/y;
const otherToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Expected part: `item` is a value or `]`, `member` is a name or `}`, and `end` is a comma or the end of what is open. */
type Expected = 'value' | 'item' | 'name' | 'member' | 'colon' | 'end';

/** Scans a JSON text in a loop, because recursive code overflows the stack at a depth of about 5,000. */
export const scan = (source: string): Scan => {
  const names: Set<string>[] = [];
  const repeated: Path[] = [];
  const isObject: boolean[] = [];
  /** Name or index of the value that is read, at each depth. */
  const path: (string | number)[] = [];
  let depth = 0;
  let values = 0;
  let next: Expected = 'value';
  for (let position = 0; ; position++) {
    if (values > MAX_VALUES) return { repeated, values };
    const first = source[position] ?? '';
    if (first === ' ' || first === '\n' || first === '\r' || first === '\t') continue;
    const isValue: boolean = next === 'value' || next === 'item';
    const isName = next === 'name' || next === 'member';
    const mayClose = next === 'item' || next === 'member' || next === 'end';
    // Skips the regular expressions for one-character tokens, because most tokens are such.
    if (isValue && (first === '{' || first === '[')) {
      values++;
      isObject[++depth] = first === '{';
      path[depth - 1] = 0;
      if (first === '{' && depth < MAX_DEPTH) names[depth] = new Set();
      next = first === '{' ? 'member' : 'item';
    } else if (next === 'colon' && first === ':') next = 'value';
    else if (next === 'end' && first === ',' && depth > 0) {
      next = isObject[depth] ? 'name' : 'value';
      if (!isObject[depth]) path[depth - 1] = Number(path[depth - 1]) + 1;
    } else if (mayClose && depth > 0 && first === (isObject[depth] ? '}' : ']')) {
      depth--;
      next = 'end';
    } else if (first === '' && next === 'end' && depth === 0) return { repeated, values };
    else {
      const token = first === '"' ? stringToken : otherToken;
      token.lastIndex = position;
      const isToken = (isValue || (isName && first === '"')) && token.test(source);
      if (!isToken) return { errorAt: position, repeated, values };
      if (isValue) values++;
      else if (depth < MAX_DEPTH) {
        const string = source.slice(position, token.lastIndex);
        const name: string = string.includes('\\') ? JSON.parse(string) : string.slice(1, -1);
        path[depth - 1] = name;
        if (names[depth]?.has(name)) repeated.push(path.slice(0, depth));
        names[depth]?.add(name);
      }
      next = isValue ? 'end' : 'colon';
      position = token.lastIndex - 1;
    }
  }
};

/** Formats a syntax error: `unexpected ":" at line 2, column 7`. */
export const describeSyntaxError = (source: string, position: number) => {
  const before = source.slice(0, position).split('\n');
  const [found] = source.slice(position);
  const what = found === undefined ? 'it ends too early' : `unexpected ${JSON.stringify(found)}`;
  return `${what} at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
};
