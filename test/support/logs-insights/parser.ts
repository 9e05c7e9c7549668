/** A log line as Logs Insights sees it: a field for each member of the JSON. */
export type Line = Readonly<Record<string, unknown>>;
type Evaluate = (line: Line) => unknown;
export type Column<T> = { readonly name: string; readonly evaluate: (of: T) => unknown };

const TOKEN = /\s*("[^"]*"|\d+[smhd]\b|\d+(?:\.\d+)?|@?[a-z_][\w.]*|[=<>+*(),])/iy;

export const tokensOf = (text: string) => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const start = TOKEN.lastIndex;
    const [, token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw new Error(`Logs Insights does not know ${text.slice(start)}`);
    tokens.push(token);
  }
  return tokens;
};

export const numberOf = (value: unknown) => (value === undefined ? Number.NaN : Number(value));

/** Makes an operator on numbers. */
const onNumbers = (apply: (left: number, right: number) => unknown) => (left: unknown, right: unknown) =>
  apply(numberOf(left), numberOf(right));

const operators: Record<string, (left: unknown, right: unknown) => unknown> = {
  and: (left, right) => left === true && right === true,
  '=': (left, right) => left !== undefined && String(left) === String(right),
  '<': onNumbers((left, right) => left < right),
  '>': onNumbers((left, right) => left > right),
  like: (left, right) => String(left).includes(String(right)),
  '+': onNumbers((left, right) => left + right),
  '*': onNumbers((left, right) => left * right),
};
/** Operators by binding strength, the weakest first. */
const levels = [['and'], ['=', '<', '>', 'like'], ['+'], ['*']];

const HOUR_MS = 3_600_000;

const aggregates: Record<string, (values: readonly number[]) => number> = {
  count: (values) => values.length,
  sum: (values) => values.reduce((total, value) => total + value, 0),
  avg: (values) => values.reduce((total, value) => total + value, 0) / values.length,
  max: (values) => Math.max(...values),
};

/** Parses one command of a query. `fields` gets the name of every field that the command reads. */
export const parserOf = (tokens: string[], fields: Set<string>) => {
  const take = (expected?: string) => {
    const token = tokens.shift() ?? '';
    if (expected !== undefined && token !== expected) throw new Error(`Expected ${expected} instead of ${token}`);
    return token;
  };
  /** Takes the next token if it is this one. */
  const accept = (token: string) => tokens[0] === token && take() === token;
  const primary = (): Evaluate => {
    const token = take();
    if (token.startsWith('"')) return () => token.slice(1, -1);
    if (/^\d/.test(token)) return () => Number(token);
    if (!accept('(')) {
      fields.add(token);
      return (line) => line[token];
    }
    if (token === 'bin') {
      if (take() !== '1h') throw new Error('The test knows only bin(1h)');
      take(')');
      return (line) => Math.floor(Number(line['@timestamp']) / HOUR_MS) * HOUR_MS;
    }
    if (token !== 'ispresent') throw new Error(`Logs Insights has no function ${token}`);
    const inside = expression();
    take(')');
    return (line) => inside(line) !== undefined;
  };
  const expression = (level = 0): Evaluate => {
    const names = levels[level];
    if (!names) return primary();
    let left = expression(level + 1);
    for (let name = tokens[0] ?? ''; names.includes(name); name = tokens[0] ?? '') {
      take(name);
      const [before, after, apply] = [left, expression(level + 1), operators[name]];
      left = (line) => apply?.(before(line), after(line));
    }
    return left;
  };
  /** Parses an aggregate such as `sum(ms)`, or `count(*)`. */
  const aggregate = () => {
    const name = take();
    const apply = aggregates[name];
    if (!apply) throw new Error(`Logs Insights has no aggregate ${name}`);
    take('(');
    const evaluate = accept('*') ? () => 1 : expression();
    take(')');
    return (lines: readonly Line[]) => apply(lines.map((line) => numberOf(evaluate(line))));
  };
  /** Parses a list such as `a, b * 2 as c`. Without `as`, a column has the text of its expression as its name. */
  const columns = <T>(one: () => Column<T>['evaluate']): Column<T>[] => {
    const before = [...tokens];
    const evaluate = one();
    const text = before.slice(0, before.length - tokens.length).join('');
    const name = accept('as') ? take() : text;
    const rest = accept(',') ? columns(one) : [];
    return [{ name, evaluate }, ...rest];
  };
  return { take, accept, expression, aggregate, columns, isDone: () => tokens.length === 0 };
};
