import { type Column, type Line, numberOf, parserOf, tokensOf } from './parser';

const project = <T>(columns: readonly Column<T>[], of: T) =>
  Object.fromEntries(columns.map(({ name, evaluate }) => [name, evaluate(of)]));

/** Parses one command, and returns what it makes of the lines. */
const parse = (command: string, fields: Set<string>): ((lines: readonly Line[]) => readonly Line[]) => {
  const { take, accept, expression, aggregate, columns, isDone } = parserOf(tokensOf(command), fields);
  const parseVerb = (verb: string): ReturnType<typeof parse> => {
    if (verb === 'filter') {
      const holds = expression();
      return (lines) => lines.filter((line) => holds(line) === true);
    }
    if (verb === 'fields') {
      const wanted = columns<Line>(expression);
      return (lines) => lines.map((line) => ({ ...line, ...project(wanted, line) }));
    }
    if (verb === 'sort') {
      const key = expression();
      const sign = take() === 'desc' ? -1 : 1;
      return (lines) => [...lines].sort((one, other) => sign * (numberOf(key(one)) - numberOf(key(other))));
    }
    if (verb === 'limit') {
      const count = Number(take());
      return (lines) => lines.slice(0, count);
    }
    if (verb !== 'stats') throw new Error(`Logs Insights has no command ${verb}`);
    const totals = columns(aggregate);
    const by = accept('by') ? columns<Line>(expression) : [];
    return (lines) => {
      const keys = lines.map((line) => JSON.stringify(project(by, line)));
      return [...new Set(keys)].map((key) => ({
        ...JSON.parse(key),
        ...project(
          totals,
          lines.filter((_, index) => keys[index] === key),
        ),
      }));
    };
  };
  const run = parseVerb(take());
  if (!isDone()) throw new Error(`The command has too many words: ${command}`);
  return run;
};

/** Runs a query. Throws for a command that Logs Insights does not have, and for a field that no line has. */
export const runQuery = (query: string, lines: readonly Line[]) =>
  query.split(/\s*\|\s*/).reduce<readonly Line[]>((rest, command) => {
    const fields = new Set<string>();
    const run = parse(command, fields);
    const known = new Set((rest.length > 0 ? rest : lines).flatMap(Object.keys));
    const unknown = [...fields].filter((field) => !known.has(field));
    if (unknown.length > 0) throw new Error(`No line has ${unknown}, which the query names: ${command}`);
    return run(rest);
  }, lines);
