/** Headers, and a body as text or as what a response must have. */
type Parts<Body> = { readonly headers: Readonly<Record<string, string>>; readonly body?: Body };

/** Request, and what the service promises to answer. */
export type Row = {
  /** Name under which later rows of the group find the response. */
  readonly name?: string;
  readonly line: string;
  readonly sent: Parts<string>;
  readonly status: number;
  readonly code?: string;
  readonly expected: Parts<unknown>;
};

/** Texts of the rows that show one promise, in this order. `needs` is a setting of the stage, such as `origins` or `no origins`. */
export type RowGroup = { readonly promise: string; readonly needs?: string; readonly rows: readonly string[] };

const HEADER = /^([\w-]+):(.*)$/;

const parseParts = (cells: readonly string[]): Parts<string> => ({
  headers: Object.fromEntries(
    cells.flatMap((cell) => {
      const [, name, value = ''] = HEADER.exec(cell) ?? [];
      return name ? [[name, value.trim()]] : [];
    }),
  ),
  body: cells.find((cell) => !HEADER.test(cell)),
});

/** Parses a row, the form of which `parseGroups` describes. */
export const parseRow = (text: string): Row => {
  const [first = '', ...cells] = text.split(' | ').map((cell) => cell.trim());
  const at = cells.findIndex((cell) => /^\d{3}( |$)/.test(cell));
  const [status, code] = cells[at]?.split(' ') ?? [];
  const [, name, line = ''] = /^(?:(\w+) = )?(.+)$/.exec(first) ?? [];
  const { headers, body } = parseParts(cells.slice(at + 1));
  const expected = { headers, body: body === undefined ? undefined : JSON.parse(body) };
  return { name, line, sent: parseParts(cells.slice(0, at)), status: Number(status), code, expected };
};

/**
 * Parses groups of rows. A group begins with `# promise`, or with `# [setting] promise` if only some stages promise it. A
 * row has the cells `request line | header: value | body | status code | header: value | {"member":"value"}`. The cells
 * before the status are sent, those behind it are expected, and members beside the expected ones are allowed.
 * `a = POST /posts` keeps a response: `{a}` is then its path, and `{a.etag}` a header or member. An expected `/text/` is a
 * pattern, `!text` fits every other text, and null what is not there. Bodies are sent as JSON.
 */
export const parseGroups = (text: string): readonly RowGroup[] =>
  text
    .trim()
    .split(/^# /m)
    .slice(1)
    .map((block) => {
      const [heading = '', ...rows] = block.split('\n').filter(Boolean);
      const [, needs, promise = ''] = /^(?:\[(.+?)\] )?(.+)$/.exec(heading) ?? [];
      return { promise, needs, rows };
    });
