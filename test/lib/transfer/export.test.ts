import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../../functions/resources';
import { runExport } from '../../../lib/transfer/commands';
import { startBroken } from '../../support/broken';
import { creatorOf } from '../../support/every-resource';
import { temporaryFolder } from '../../support/folder';
import { idAt } from '../../support/id';
import { useService } from '../../support/service';

const { ask, url } = useService();
const { requestFor } = creatorOf({ ask });

const since = '2025-11-01T01:00:00+01:00';
let file = '';
beforeEach(() => {
  file = join(temporaryFolder(), 'all.ndjson');
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

test('an export spares a file that is there', async () => {
  writeFileSync(file, 'precious');
  await expect(runExport(['--url', url(), file])).rejects.toThrow(`${file} is already there; name another file.`);
  expect(readFileSync(file, 'utf8')).toBe('precious');
});

describe('an export with --since', () => {
  test('holds only what was created since then, also after it was cut off twice and run again', async () => {
    const sinceMs = Date.parse(since);
    const older = idAt(sinceMs - 1, 0);
    const newest: string[] = [];
    for (const resource of resources) {
      const length = resource === resources.at(-1) ? 310 : 1;
      const newer = Array.from({ length }, (_, i) => idAt(sinceMs + i, i));
      for (const id of [older, ...newer]) {
        const body = await requestFor(resource, 'create', older);
        await ask(`PUT ${resource.path}/${id}`, { body, headers: { 'if-none-match': '*' } });
      }
      newest.push(...newer);
    }

    const cutting = await startBroken(url, (count) => (count === 2 || count === 5 ? 401 : undefined));
    const args = ['--url', cutting.url, '--since', since, file];
    for (let run = 1; run <= 2; run++) await expect(runExport(args)).rejects.toThrow('401');
    expect(await runExport(args)).toBe(0);
    cutting.close();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const exported = lines.flatMap((line) => Object.values<{ id: string }>(JSON.parse(line)));
    expect(exported.map(({ id }) => id)).toEqual(newest);
  });

  test.each([
    [
      'yesterday',
      /: 400; invalid-query; createdSince must be a date such as .+\.; createdSince must be a date such as /,
    ],
    ['', /: 400; invalid-query; createdSince is empty; .+\.; createdSince is empty; /],
  ])('names the parameter when the API refuses the time %j', async (time, message) => {
    await expect(runExport(['--url', url(), '--since', time, file])).rejects.toThrow(message);
  });
});
