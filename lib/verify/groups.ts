import { fields } from './rows/fields';
import { gateway } from './rows/gateway';
import { lists } from './rows/lists';
import { members } from './rows/members';
import { relations } from './rows/relations';
import { requests } from './rows/requests';
import { service } from './rows/service';
import { versions } from './rows/versions';

/**
 * Texts of the rows that show one promise, in order. `needs` is `read-only`, `gateway` for what also hangs on API Gateway, or
 * a fact about the stage such as `no origins`.
 */
export type RowGroup = { readonly promise: string; readonly needs?: string; readonly rows: readonly string[] };

type Parts = { readonly headers: Readonly<Record<string, string>>; readonly body?: string };

const isHeader = (cell: string) => /^[\w-]+:/.test(cell);

const parseParts = (cells: readonly string[]): Parts => ({
  headers: Object.fromEntries(cells.filter(isHeader).map((cell) => cell.split(/: *(.*)/, 2))),
  body: cells.find((cell) => !isHeader(cell)),
});

/** Reads the first cell of a row: the line of the request, and the name of its response. */
export const readLine = (text: string) => {
  const [first = ''] = text.split(' | ');
  const [, name, line = ''] = /^(?:(\w+) = )?(.+)$/.exec(first.trim()) ?? [];
  return { name, line };
};

/**
 * Parses a row. README.md has a table of its parts.
 * @example parseRow('a = POST /orders | {"text":"x"} | 201').status // 201
 */
export const parseRow = (text: string) => {
  const [, ...cells] = text.split(' | ').map((cell) => cell.trim());
  const at = cells.findIndex((cell) => /^\d{3}( |$)/.test(cell));
  const [status, code] = cells[at]?.split(' ') ?? [];
  if (!status) throw new Error('the row has no status');
  const [sent, expected] = [parseParts(cells.slice(0, at)), parseParts(cells.slice(at + 1))];
  const body: unknown = expected.body && JSON.parse(expected.body);
  return { ...readLine(text), sent, status: Number(status), code, expected: { ...expected, body } };
};

/** Request, and what the service promises to answer. Later rows of the group find the response under `name`. */
export type Row = ReturnType<typeof parseRow>;

/**
 * Parses promises with their rows. README.md describes the form.
 * @example parseGroups('# An order can be read\na = POST /orders | {"text":"x"} | 201\nGET {a} | 200')
 */
export const parseGroups = (text: string): readonly RowGroup[] =>
  text
    .split(/^# /m)
    .slice(1)
    .map((block) => {
      const [heading = '', ...rows] = block.split('\n').filter((row) => row.trim());
      const [, needs, promise = ''] = /^(?:\[(.+?)\] )?(.+)$/.exec(heading) ?? [];
      return { promise, needs, rows };
    });

/** Promises that `npm run verify` plays. test/contract plays them, too. */
export const groups = [service, members, fields, lists, relations, requests, versions, gateway].flatMap(parseGroups);
