import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiClient } from '../../../lib/transfer/api';
import { exportAll } from '../../../lib/transfer/export';
import { importFile } from '../../../lib/transfer/import';
import { askAs, createPost, createUser, ownerOf, type Role, useOwnership } from '../../support/auth/owned';
import { startGrown } from '../../support/dynamodb/grown';
import { temporaryFolder } from '../../support/folder';

startGrown();
useOwnership();

/** Sends the requests of a transfer to the handlers of this process, with the token of a caller. */
const apiOf =
  (role: Role): ApiClient =>
  async (method, path, { headers, body } = {}) => {
    const response = await askAs(role, `${method} ${path}`, { headers, body });
    const given = Object.entries(response.headers ?? {}).map(([name, value]) => [name, String(value)]);
    return { status: response.status ?? 0, headers: new Headers(Object.fromEntries(given)), body: response.body };
  };

test('an export by an admin holds the owners, and an import by an admin keeps them', async () => {
  const user = await createUser('owner');
  await createPost('owner', { userId: user.id });
  await createPost('stranger');
  const pages: string[] = [];
  await exportAll(apiOf('admin'), { write: (page) => void pages.push(page), last: {} });
  const text = pages.join('');
  const lines = text.trimEnd().split('\n');
  const resources = lines.flatMap((line) => Object.values<Record<string, string>>(JSON.parse(line)));
  expect(resources.map(({ owner }) => owner).sort()).toEqual(
    [ownerOf('owner'), ownerOf('owner'), ownerOf('stranger')].sort(),
  );
  for (const path of resources.map(({ id, title }) => (title ? `/posts/${id}` : `/api/v1/users/${id}`)).reverse())
    expect((await askAs('admin', `DELETE ${path}`)).status).toBe(204);
  const file = join(temporaryFolder(), 'all.ndjson');
  writeFileSync(file, text);
  const outcomes: string[] = [];
  const onLine = (_: unknown, outcome: string) => void outcomes.push(outcome);
  await importFile(apiOf('admin'), file, onLine);
  expect(outcomes).toEqual(['created', 'created', 'created']);
  outcomes.length = 0;
  const withoutOwners = lines.map((line) => line.replace(/,"owner":"[^"]+"/, ''));
  writeFileSync(file, withoutOwners.join('\n'));
  await importFile(apiOf('admin'), file, onLine);
  expect(outcomes).toEqual(['already there', 'already there', 'already there']);
  for (const { id, title, owner } of resources) {
    const { body } = await askAs('admin', `GET ${title ? `/posts/${id}` : `/api/v1/users/${id}`}`);
    expect(body).toMatchObject({ id, owner });
  }
});
