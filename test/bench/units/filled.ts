import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { mintId } from '../../../functions/model/id';
import { findEngine } from '../../../lib/local/database/engine';
import type { LocalTable } from '../../../lib/local/template/table';
import { readTemplate } from '../../../lib/local/template/template';

type Members = Record<string, string>;
type Content = { readonly table: LocalTable; readonly items: Iterable<Members> };

const ITEMS_A_FILE = 50_000;

/** Posts as the service stores them, one of twenty of them this user's, and a tenth as many users. */
export function* usersAndPosts(userId: string, posts: number, length: number): Generator<Members> {
  const atMs = Date.parse('2026-01-01T00:00:00Z');
  const [long, updatedAt] = ['x'.repeat(length), new Date(atMs).toISOString()];
  const user = { pk: 'USER', name: long, email: 'ada@lovelace.example', rev: 'q83vEjRWeJCrze8S', updatedAt };
  const post = { pk: 'POST', title: 'A post', content: long, rev: 'q83vEjRWeJCrze8S', updatedAt };
  yield { ...user, sk: userId };
  for (let i = 0; i < posts; i++) {
    if (i % 10 === 0) yield { ...user, sk: mintId(atMs + i) };
    yield { ...post, sk: mintId(atMs + i), ...(i % 20 === 0 && { userId }) };
  }
}

const line = (members: Members) =>
  JSON.stringify({ Item: Object.fromEntries(Object.entries(members).map(([name, S]) => [name, { S }])) });

const writeExport = (folder: string, items: Iterable<Members>) => {
  mkdirSync(folder, { recursive: true });
  let lines: string[] = [];
  let files = 0;
  const flush = () => {
    // They are read once, and at once: to pack them well takes longer than to write them.
    writeFileSync(join(folder, `${files++}.json.gz`), gzipSync(lines.join('\n'), { level: 1 }));
    lines = [];
  };
  for (const members of items) if (lines.push(line(members)) === ITEMS_A_FILE) flush();
  flush();
};

/** Lays out a data folder of the local service with items in it: a million takes half a minute so, and minutes by writing. */
export const fillFolder = (folder: string, contents: readonly Content[]) => {
  const source = join(folder, 'export');
  for (const { table, items } of contents) writeExport(join(source, table.name, 'data'), items);
  const schema = contents.map(({ table: { name, keys, attributes, indexes } }) => ({
    Table: {
      TableName: name,
      KeySchema: keys,
      AttributeDefinitions: attributes,
      ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
    },
  }));
  writeFileSync(join(folder, 'schema.json'), JSON.stringify(schema));
  const { command } = findEngine(process.env, { port: 0 });
  const [program = '', ...parameters] = command.slice(0, command.indexOf('--host'));
  const output = join(folder, 'dynamodb.sqlite');
  const options = ['import', '--source', source, '--schema', join(folder, 'schema.json'), '--output', output];
  const { status, stderr } = spawnSync(program, [...parameters, ...options], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The items were not imported; that takes dynoxide: ${stderr}`);
  rmSync(source, { recursive: true });
};

/** A data folder of the local service with that many posts. */
export const fillWithPosts = (
  folder: string,
  assembly: string,
  of: { userId: string; posts: number; length: number },
) => {
  const [table] = readTemplate(assembly).tables;
  if (table) fillFolder(folder, [{ table, items: usersAndPosts(of.userId, of.posts, of.length) }]);
};
