/** Facts that JSON.parse does not tell: where a syntax error is, and which members of the outermost object repeat. */
type Scan = { readonly errorAt?: number; readonly repeated: readonly string[] };

const token =
  /("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

const spaces = '\t\n\r ';
const marks = '{}[],:';

/** Scans a JSON text in a loop, because recursive code overflows the stack at a depth of about 5,000. */
export const scan = (source: string): Scan => {
  const names = new Set<string>();
  const repeated: string[] = [];
  const open: string[] = [];
  let next: 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma or end' = 'value';
  for (let position = 0; ; ) {
    const first = source[position] ?? '';
    if (first !== '' && spaces.includes(first)) {
      position++;
      continue;
    }
    const inside = open[open.length - 1];
    if (first === '' && next === 'comma or end' && inside === undefined) return { repeated };
    // Skips the regular expression for one-character tokens, because a body can hold 260,000 brackets.
    const isMark = marks.includes(first);
    token.lastIndex = position;
    const [all, string] = isMark ? [first] : (token.exec(source) ?? []);
    if (all === undefined) return { errorAt: position, repeated };
    const isValue = next === 'value' || next === 'value or ]';
    const isName = next === 'name' || next === 'name or }';
    const mayClose = next === 'value or ]' || next === 'name or }' || next === 'comma or end';
    if (isValue && (first === '{' || first === '[')) {
      open.push(first);
      next = first === '{' ? 'name or }' : 'value or ]';
    } else if (isValue && !isMark) next = 'comma or end';
    else if (isName && string !== undefined) {
      const name: string = string.includes('\\') ? JSON.parse(string) : string.slice(1, -1);
      if (open.length === 1) {
        if (names.has(name)) repeated.push(name);
        names.add(name);
      }
      next = 'colon';
    } else if (next === 'colon' && first === ':') next = 'value';
    else if (next === 'comma or end' && first === ',' && inside) next = inside === '{' ? 'name' : 'value';
    else if (mayClose && inside && first === (inside === '{' ? '}' : ']')) {
      open.pop();
      next = 'comma or end';
    } else return { errorAt: position, repeated };
    position += all.length;
  }
};

/** Formats a syntax error: `unexpected ":" at line 2, column 7`. */
export const describeSyntaxError = (source: string, position: number) => {
  const before = source.slice(0, position).split('\n');
  const [found] = source.slice(position);
  const what = found === undefined ? 'it ends too early' : `unexpected ${JSON.stringify(found)}`;
  return `${what} at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
};
