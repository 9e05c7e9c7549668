import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';
import type { Field } from '../../functions/model/field';
import { isId } from '../../functions/model/id';
import { Owner } from '../../functions/model/owner';
import { kinds, parseLine, rowOf, serializeLine } from './line';

/** Block size. Every line fits in a block, because a DynamoDB item has at most 400 kB and JSON at most doubles them. */
const BLOCK_BYTES = 2 ** 20;
const NEWLINE = 0x0a;

/** Last id of each kind in an export. */
type LastIds = Readonly<Record<string, string>>;

const readBlock = (fd: number, from: number, to: number) => {
  const block = Buffer.alloc(Math.min(BLOCK_BYTES, to - from));
  return block.subarray(0, readSync(fd, block, 0, block.length, from));
};

/**
 * Returns the orders of the fields in an exported line, separated by commas: with and without each optional field. A stage with
 * ownership shows the owner, too.
 */
const layoutsOf = (kind: string) =>
  Object.entries<Field>({ ...rowOf(kind, 'get').returns, owner: Owner }).reduce<readonly string[]>(
    (layouts, [name, { isOptional }]) => [
      ...layouts.map((layout) => (layout ? `${layout},${name}` : name)),
      ...(isOptional ? layouts : []),
    ],
    [''],
  );

const layouts = new Map([...kinds.keys()].map((kind) => [kind, layoutsOf(kind)]));

/**
 * Returns the id of a line if an export would write exactly this line after the `last` ids. An `end` completes a cut
 * line to valid JSON; the fields may then be only the first fields of a line.
 */
const readId = (text: string, last: LastIds, end?: string): LastIds | undefined => {
  const { kind, resource } = parseLine(text + (end ?? ''), 0);
  const { id }: { id?: unknown } = resource;
  if (!kind || typeof id !== 'string' || !isId(id) || id <= (last[kind] ?? '')) return undefined;
  if (serializeLine(kind, resource) !== `${text}${end ?? ''}\n`) return undefined;
  const fields = Object.keys(resource).join().replace(/~$/, '');
  const hasLayout = layouts.get(kind)?.some((layout) => (end ? layout.startsWith(fields) : layout === fields));
  return hasLayout ? { [kind]: id } : undefined;
};

/** Short lines that complete a line which is cut before the end of its id. */
const samples = [...kinds.keys()].map((kind) =>
  serializeLine(kind, { id: '00000000-0000-7000-8000-000000000000' }).trim(),
);

/** Texts that complete a line which is cut in a value, after a backslash, in or after a field name, or between fields. */
const endings = ['', '}', '}}', '"}}', '\\"}}', '~":""}}', ':""}}', '""}}', '"~":""}}'];

/** Decodes a cut line, without a last character that is cut. Returns `undefined` if the bytes are not UTF-8. */
const decodeCut = (bytes: Buffer) => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
};

/** Min bytes of a cut line at the start of a file. Fewer bytes could also be the start of other JSON. */
const MIN_BYTES = '{"user":{"id":"'.length;

/** Tells whether bytes are the beginning of an exported line after the `last` ids, by completing the line. */
const isCutLine = (bytes: Buffer, last: LastIds, lines: number) => {
  const text = decodeCut(bytes);
  if (text === undefined || (lines === 0 && bytes.length < MIN_BYTES)) return false;
  const rests = samples.map((sample) => sample.slice(text.length));
  return rests.some((rest) => rest && readId(text, {}, rest)) || endings.some((end) => readId(text, last, end));
};

/** Returns the offset after the last newline. Reads only the last block, because a file may be larger than memory. */
export const endOfLines = (fd: number) => {
  const { size } = fstatSync(fd);
  const from = Math.max(0, size - BLOCK_BYTES);
  return from + readBlock(fd, from, size).lastIndexOf(NEWLINE) + 1;
};

/** Yields all lines up to `end`, one block at a time. A line that is not UTF-8 or exceeds a block is `undefined`. */
function* readLinesUpTo(fd: number, end: number): Generator<string | undefined> {
  for (let from = 0; from < end; ) {
    const block = readBlock(fd, from, end);
    if (!block.includes(NEWLINE)) return yield undefined;
    let start = 0;
    for (let stop = block.indexOf(NEWLINE); stop >= 0; stop = block.indexOf(NEWLINE, start)) {
      const line = block.subarray(start, stop);
      yield isUtf8(line) ? line.toString() : undefined;
      start = stop + 1;
    }
    from += start;
  }
}

/** Reads a whole export and removes a cut line at its end. Throws before any change if the file is not an export. */
const resume = (fd: number, file: string) => {
  const refuse = (line: number) =>
    new Error(`${file} is not an export (see line ${line}) and stays unchanged; name another file.`);
  const { size } = fstatSync(fd);
  const end = endOfLines(fd);
  let last: LastIds = {};
  let lines = 0;
  for (const text of readLinesUpTo(fd, end)) {
    const ids = text === undefined ? undefined : readId(text, last);
    if (!ids) throw refuse(lines + 1);
    last = { ...last, ...ids };
    lines++;
  }
  if (end === size) return { last, lines };
  if (!isCutLine(readBlock(fd, end, size), last, lines)) throw refuse(lines + 1);
  ftruncateSync(fd, end);
  return { last, lines };
};

const open = (file: string) => {
  try {
    return openSync(file, 'a+');
  } catch (error) {
    const { errno = 0, message }: NodeJS.ErrnoException = error as Error;
    const [, why = message] = getSystemErrorMap().get(errno) ?? [];
    throw new Error(`${file} cannot be written (${why}); name another file.`);
  }
};

/** Opens a file for an export: creates the file, or continues the export of an earlier run. */
export const openExport = (file: string) => {
  const fd = open(file);
  try {
    if (!fstatSync(fd).isFile()) throw new Error(`${file} is not a regular file; name another file.`);
    return { fd, ...resume(fd, file) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
};
