import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';
import { isId } from '../../functions/model/id';
import { Post } from '../../functions/posts/model';
import { User } from '../../functions/users/model';
import { type Kind, kinds, parse, serialize } from './line';

/** Size of a block. Every line fits in a block, because DynamoDB stores at most 400 kB and JSON at most doubles them. */
const BLOCK_BYTES = 2 ** 20;
const NEWLINE = 0x0a;

/** The last id of each kind in an export. */
type Last = Partial<Record<Kind, string>>;

const read = (fd: number, from: number, to: number) => {
  const block = Buffer.alloc(Math.min(BLOCK_BYTES, to - from));
  return block.subarray(0, readSync(fd, block, 0, block.length, from));
};

const [userNames, postNames] = [Object.keys(User).join(), Object.keys(Post).join()];

/** Names of the members that a line of an export has, in their order. A post without an author has no `userId`. */
const layouts: Record<Kind, readonly string[]> = {
  user: [userNames],
  post: [postNames, postNames.replace('userId,', '')],
};

/** Reads the id of a line, if an export writes exactly this line behind the `last` ids, or begins one like this. */
const readLine = (text: string, last: Last, end?: string): Last | undefined => {
  const { kind, resource } = parse(text + (end ?? ''), 0);
  const { id }: { id?: unknown } = resource;
  if (!kind || typeof id !== 'string' || !isId(id) || id <= (last[kind] ?? '')) return undefined;
  if (serialize(kind, resource) !== `${text}${end ?? ''}\n`) return undefined;
  const names = Object.keys(resource).join().replace(/~$/, '');
  const hasNames = layouts[kind].some((layout) => (end ? layout.startsWith(names) : layout === names));
  return hasNames ? { [kind]: id } : undefined;
};

const samples = kinds.map((kind) => serialize(kind, { id: '00000000-0000-7000-8000-000000000000' }).trim());

/** Endings of a line that is cut: in a value, behind a backslash, in a name, behind it, and between members. */
const endings = ['', '}', '}}', '"}}', '\\"}}', '~":""}}', ':""}}', '""}}', '"~":""}}'];

/** Decodes the text of a cut line; the cut may go through a character. */
const decodeCut = (bytes: Buffer) => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
};

/** Bytes that tell a line of an export from other JSON, when nothing stands before the line. */
const MIN_BYTES = '{"user":{"id":"'.length;

/** Tells whether bytes are the beginning of a line behind the `last` ids: some ending makes a line of an export of them. */
const isBeginning = (bytes: Buffer, last: Last, lines: number) => {
  const text = decodeCut(bytes);
  if (text === undefined || (lines === 0 && bytes.length < MIN_BYTES)) return false;
  const rests = samples.map((sample) => sample.slice(text.length));
  return rests.some((rest) => rest && readLine(text, {}, rest)) || endings.some((end) => readLine(text, last, end));
};

/** Finds the end of the last whole line in the last block of a file, because a file may be larger than memory. */
export const endOfLines = (fd: number) => {
  const { size } = fstatSync(fd);
  const from = Math.max(0, size - BLOCK_BYTES);
  return from + read(fd, from, size).lastIndexOf(NEWLINE) + 1;
};

/** Yields all lines up to `end`, reading a block at a time; a line that is not UTF-8 or is too long is `undefined`. */
function* linesUpTo(fd: number, end: number): Generator<string | undefined> {
  for (let from = 0; from < end; ) {
    const block = read(fd, from, end);
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

/** Reads an export up to where it was cut off, and removes a cut line; throws before any change if it is not an export. */
const resume = (fd: number, file: string) => {
  const refuse = (line: number) =>
    new Error(`${file} is not an export (see line ${line}) and stays unchanged; name another file.`);
  const { size } = fstatSync(fd);
  const end = endOfLines(fd);
  let last: Last = {};
  let lines = 0;
  for (const text of linesUpTo(fd, end)) {
    const ids = text === undefined ? undefined : readLine(text, last);
    if (!ids) throw refuse(lines + 1);
    last = { ...last, ...ids };
    lines++;
  }
  if (end === size) return { last, lines };
  if (!isBeginning(read(fd, end, size), last, lines)) throw refuse(lines + 1);
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

/** Opens a file for an export: a new one, or one that an earlier export left and this export continues. */
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
