import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { startDatabase } from '../../../../lib/local/database/database';
import { resetFolder } from '../../../../lib/local/database/lock';
import { createTables } from '../../../../lib/local/database/tables';
import { closeServer, listen } from '../../../../lib/local/listen';
import { serve } from '../../../../lib/local/serve';
import { readTemplate } from '../../../../lib/local/template/template';
import { temporaryFolder } from '../../../support/folder';
import { writeAssembly } from '../../../support/local/assembly';
import { writeProgram } from '../../../support/local/program';

beforeAll(() => {
  delete process.env.DYNAMODB_ENDPOINT;
});

const assembly = writeAssembly({ functions: {}, routes: {} });

describe('the folder of the database', () => {
  test('is made, serves one runner at a time, and is not deleted meanwhile', async () => {
    const folder = join(temporaryFolder(), 'new', '.data');
    const database = await startDatabase({}, folder);
    const message = `${folder} is in use by another npm start; stop that one, or start with --memory`;
    await expect(startDatabase({}, folder)).rejects.toThrow(message);
    await expect(resetFolder(folder)).rejects.toThrow(message);
    // The error of the database does not wait for the assembly.
    const pending = new Promise<string>(() => {});
    await expect(serve({ assembly: pending, port: 0, database: { folder } })).rejects.toThrow(message);
    await database.close();
    await resetFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is free again after its runner was killed, and after a start without an assembly', async () => {
    const folder = temporaryFolder();
    const code = `require('net').createServer().listen('lock', () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', code], { cwd: folder });
    expect(existsSync(join(folder, 'lock'))).toBe(true);
    const failed = Promise.reject(new Error('not made'));
    await expect(serve({ assembly: failed, port: 0, database: { folder } })).rejects.toThrow('not made');
    await (await startDatabase({}, folder)).close();
  });

  test.each<[what: string, prepare: (file: string) => void, message: string]>([
    [
      'holds a file that is not a database',
      (file) => writeFileSync(file, 'dear diary '.repeat(100)),
      'FILE is not a DynamoDB database; move it away, or start with --reset to delete the data folder',
    ],
    [
      'holds a file that cannot be opened',
      (file) => mkdirSync(file),
      'The embedded DynamoDB cannot use FILE: unable to open database file',
    ],
  ])('is refused, and stays as it is, when it %s', async (_, prepare, message) => {
    const folder = temporaryFolder();
    const file = join(folder, 'dynamodb.sqlite');
    prepare(file);
    const { size } = statSync(file);
    await expect(startDatabase({}, folder)).rejects.toThrow(message.replace('FILE', file));
    expect(statSync(file).size).toBe(size);
  });

  test('is refused when it is a file', async () => {
    const file = join(temporaryFolder(), '.data');
    writeFileSync(file, 'mine');
    await expect(startDatabase({}, file)).rejects.toThrow(`The data folder ${file} cannot be made: EEXIST`);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

test('a database does not start when its program ends at once', async () => {
  const DYNOXIDE_BIN = join(writeProgram('mine', 3), 'mine');
  const message = 'The embedded DynamoDB did not start: it gave no reason';
  await expect(startDatabase({ DYNOXIDE_BIN })).rejects.toThrow(message);
});

test('DYNAMODB_ENDPOINT must be a URL', async () => {
  const message = 'DYNAMODB_ENDPOINT is localhost:1; allowed: a URL such as http://localhost:8000';
  await expect(startDatabase({ DYNAMODB_ENDPOINT: 'localhost:1' })).rejects.toThrow(message);
});

describe('the local tables', () => {
  const { tables } = readTemplate(assembly);

  test('are refused when they differ from the template, and the error names --reset', async () => {
    const database = await startDatabase({});
    await createTables(database.endpoint, tables);
    const changed = tables.map((table) => ({ ...table, GlobalSecondaryIndexes: undefined }));
    await expect(createTables(database.endpoint, changed)).rejects.toThrow(
      'The local table Table has keys (pk S, sk S), byUser (userId S, sk S) ALL but the template says keys (pk S, sk S); start with --reset to delete the local data',
    );
    await database.close();
  });

  test('are not created when nothing serves the endpoint', async () => {
    const server = createServer();
    const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
    await closeServer(server);
    await expect(createTables(endpoint, tables)).rejects.toThrow(`No DynamoDB answers at ${endpoint}`);
  });
});
