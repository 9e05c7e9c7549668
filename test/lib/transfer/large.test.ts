import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { runExport } from '../../../lib/transfer/commands';
import { endOfLines } from '../../../lib/transfer/resume';
import { temporaryFolder } from '../../support/folder';

/** More than Node.js reads of a file at once. */
const HOLE_BYTES = 3 * 2 ** 30;

const time = '2022-07-01T00:00:00.000Z';
const lineOf = (number: number) => {
  const id = `01890000-0000-7000-8000-00000000000${number}`;
  return `${JSON.stringify({ user: { id, name: 'Ada', email: 'ada@example.com', createdAt: time, updatedAt: time } })}\n`;
};

/** A sparse file: a beginning, a hole that takes no room on the disk, and an end. */
const writeSparse = (file: string, beginning: string, end: string) => {
  const fd = openSync(file, 'w');
  writeSync(fd, beginning);
  writeSync(fd, end, HOLE_BYTES);
  closeSync(fd);
};

describe('an export to a file of more than 2 GiB', () => {
  const file = join(temporaryFolder(), 'all.ndjson');

  test.each([
    ['behind a newline that is followed by half a line', `${lineOf(1)}${lineOf(2)}{"user":`, 2 * lineOf(1).length],
    ['at the end of the file', `${lineOf(1)}${lineOf(2)}`, 2 * lineOf(1).length],
    ['behind a newline in the hole', '\n{"user":', 1],
  ])('finds the end of the last line %s', (_, end, length) => {
    writeSparse(file, lineOf(1), end);
    const fd = openSync(file, 'r');
    expect(endOfLines(fd)).toBe(HOLE_BYTES + length);
    closeSync(fd);
  });

  test('refuses a hole as a line, in little memory, and changes no byte', async () => {
    writeSparse(file, lineOf(1), `${lineOf(2)}{"user":`);
    const { size } = statSync(file);
    const before = process.memoryUsage().rss;
    const why = `${file} is not an export (see line 2) and stays unchanged; name another file.`;
    await expect(runExport(['--url', 'http://127.0.0.1:1', file])).rejects.toThrow(new Error(why));
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
    const fd = openSync(file, 'r');
    const end = Buffer.alloc(500);
    const read = readSync(fd, end, 0, 500, HOLE_BYTES);
    closeSync(fd);
    expect(end.toString('utf8', 0, read)).toBe(`${lineOf(2)}{"user":`);
    expect(statSync(file).size).toBe(size);
  });
});
