import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nounOf } from '../../../functions/http/resource';
import { resources } from '../../../functions/resources';
import { runExport, runImport } from '../../../lib/transfer/commands';
import { creatorOf } from '../../support/every-resource';
import { temporaryFolder } from '../../support/folder';
import { useService } from '../../support/service';

const service = useService();
const { create } = creatorOf(service);
const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

/** Reads the noun and the fields of each line, without the time of the last change. */
const linesIn = (name: string): [string, Record<string, unknown>][] =>
  readFileSync(at(name), 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => Object.entries<Record<string, unknown>>(JSON.parse(line)))
    .map(([noun, { updatedAt: _, ...fields }]) => [noun, fields]);

test('an export holds every resource, parents before their children, and an import brings all of it', async () => {
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  for (const resource of resources) await create(resource);
  expect(await runExport(['--url', service.url(), at('a.ndjson')])).toBe(0);
  expect([...new Set(linesIn('a.ndjson').map(([noun]) => noun))]).toEqual(resources.map(nounOf));
  await service.empty();
  expect(await runImport(['--url', service.url(), at('a.ndjson')])).toBe(0);
  expect(await runExport(['--url', service.url(), at('b.ndjson')])).toBe(0);
  expect(linesIn('b.ndjson')).toEqual(linesIn('a.ndjson'));
  jest.restoreAllMocks();
});
