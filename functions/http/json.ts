/** What JSON.parse does not say: where a text breaks, and which members of its outermost object are given twice. */
type Scan = { readonly brokenAt?: number; readonly repeated: readonly string[] };

const token =
  /("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

const spaces = '\t\n\r ';
const marks = '{}[],:';

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
    // A body can be 260,000 brackets: what is one character long needs no regular expression.
    const isMark = marks.includes(first);
    token.lastIndex = position;
    const [all, string] = isMark ? [first] : (token.exec(source) ?? []);
    if (all === undefined) return { brokenAt: position, repeated };
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
    } else return { brokenAt: position, repeated };
    position += all.length;
  }
};

/** `unexpected ":" at line 2, column 7` */
export const describeBreak = (source: string, position: number) => {
  const before = source.slice(0, position).split('\n');
  const [found] = source.slice(position);
  const what = found === undefined ? 'it ends too early' : `unexpected ${JSON.stringify(found)}`;
  return `${what} at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
};
