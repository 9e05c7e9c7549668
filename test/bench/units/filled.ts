import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { mintId } from '../../../functions/model/id';
import { findEngine } from '../../../lib/local/database/engine';
import { readTemplate } from '../../../lib/local/template/template';

type TextItem = Record<string, string>;
type PostsToStore = { readonly userId: string; readonly posts: number; readonly length: number };

const ITEMS_PER_FILE = 50_000;

/** Makes posts as the service stores them, and a user for ten posts. One of 20 posts belongs to the given user. */
function* usersAndPosts({ userId, posts, length }: PostsToStore): Generator<TextItem> {
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

const line = (item: TextItem) =>
  JSON.stringify({ Item: Object.fromEntries(Object.entries(item).map(([name, S]) => [name, { S }])) });

const writeExport = (folder: string, items: Iterable<TextItem>) => {
  mkdirSync(folder, { recursive: true });
  let lines: string[] = [];
  let files = 0;
  const flush = () => {
    // The lowest compression level is fastest, and the files are read only once.
    writeFileSync(join(folder, `${files++}.json.gz`), gzipSync(lines.join('\n'), { level: 1 }));
    lines = [];
  };
  for (const item of items) if (lines.push(line(item)) === ITEMS_PER_FILE) flush();
  flush();
};

/**
 * Fills a data folder of the local service by an import of the embedded database. A million items take half a minute.
 * Writes through the service would take minutes.
 */
export const fillWithPosts = (folder: string, assembly: string, toStore: PostsToStore) => {
  const source = join(folder, 'export');
  const schema = readTemplate(assembly).tables.map((table) => {
    writeExport(join(source, table.TableName, 'data'), usersAndPosts(toStore));
    return { Table: table };
  });
  writeFileSync(join(folder, 'schema.json'), JSON.stringify(schema));
  const { command } = findEngine(process.env, { port: 0 });
  const [program = '', ...parameters] = command.slice(0, command.indexOf('--host'));
  const output = join(folder, 'dynamodb.sqlite');
  const options = ['import', '--source', source, '--schema', join(folder, 'schema.json'), '--output', output];
  const { status, stderr } = spawnSync(program, [...parameters, ...options], { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`The import into the database failed: ${stderr}. Install dynoxide, the embedded database.`);
  rmSync(source, { recursive: true });
};
