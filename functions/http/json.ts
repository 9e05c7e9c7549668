/** What JSON.parse does not say: where a text breaks, and which members of its outermost object are given twice. */
type Scan = { readonly brokenAt?: number; readonly repeated: readonly string[] };

const space = /[\t\n\r ]*/y;
const token =
  /("[^"\\\p{Cc}]*(?:(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|[\x7f-\x9f])[^"\\\p{Cc}]*)*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/uy;

export const scan = (source: string): Scan => {
  const names = new Set<string>();
  const repeated: string[] = [];
  const open: string[] = [];
  let next: 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma or end' = 'value';
  for (let position = 0; ; ) {
    space.lastIndex = position;
    space.test(source);
    position = space.lastIndex;
    if (position === source.length && next === 'comma or end' && open.length === 0) return { repeated };
    const first = source[position];
    // A body can be 200,000 brackets: what is one character long needs no regular expression.
    const mark = first && '{}[],:'.includes(first) ? first : undefined;
    token.lastIndex = position;
    const [all, string] = mark ? [mark] : (token.exec(source) ?? []);
    const closing = open.at(-1) === '{' ? '}' : ']';
    if (all === undefined) return { brokenAt: position, repeated };
    if (next.startsWith('value') && (mark === '{' || mark === '[')) {
      open.push(mark);
      next = mark === '{' ? 'name or }' : 'value or ]';
    } else if (next.startsWith('value') && mark === undefined) next = 'comma or end';
    else if (next.startsWith('name') && string !== undefined) {
      const name: string = string.includes('\\') ? JSON.parse(string) : string.slice(1, -1);
      if (open.length === 1) {
        if (names.has(name)) repeated.push(name);
        names.add(name);
      }
      next = 'colon';
    } else if (next === 'colon' && mark === ':') next = 'value';
    else if (next === 'comma or end' && mark === ',' && open.length > 0) next = closing === '}' ? 'name' : 'value';
    else if (/end|\]|\}/.test(next) && mark === closing && open.length > 0) {
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
