import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../../functions/resources';
import { exportAll } from '../../../lib/transfer/export';
import { importFile } from '../../../lib/transfer/import';
import { exported } from '../../../lib/transfer/line';
import { askAs, creatorFor, ownerOf, type Role, useOwnership } from '../../support/auth/owned';
import { describeFor } from '../../support/declared';
import { startGrown } from '../../support/dynamodb/grown';
import { temporaryFolder } from '../../support/folder';
import { apiOver } from './handlers';

const { database, empty } = startGrown();
useOwnership();

const apiOf = (role: Role) => apiOver((line, parts) => askAs(role, line, parts));

describeFor({ what: 'a resource', found: resources[0] }, 'a transfer', () => {
  test('an export holds every resource and its owner, parents first, and an import by an admin brings all of it', async () => {
    const created: { role: Role; path: string }[] = [];
    for (const role of ['owner', 'stranger'] as const)
      for (const resource of resources) created.push({ role, path: (await creatorFor(role).create(resource)).Path });
    const file = join(temporaryFolder(), 'all.ndjson');
    for await (const lines of exportAll(apiOf('admin'))) writeFileSync(file, lines.join(''), { flag: 'a' });
    const nouns = readFileSync(file, 'utf8').match(/^\{"\w+/gm) ?? [];
    expect([...new Set(nouns)]).toEqual(exported.map(([noun]) => `{"${noun}`));
    await empty();
    const outcomes: string[] = [];
    const importAll = (role: Role = 'admin') =>
      importFile(apiOf(role), file, { table: database.TableName, onLine: (_, outcome) => void outcomes.push(outcome) });
    await importAll('caller without a subject');
    expect(new Set(outcomes.splice(0))).toEqual(new Set(['rejected']));
    await importAll();
    expect(new Set(outcomes.splice(0))).toEqual(new Set(['created']));
    writeFileSync(file, readFileSync(file, 'utf8').replace(/,"owner":"[^"]+"/g, ''));
    await importAll();
    expect(new Set(outcomes)).toEqual(new Set(['already there']));
    for (const { path, role } of created) expect((await askAs('admin', `GET ${path}`)).body.owner).toBe(ownerOf(role));
  });
});
