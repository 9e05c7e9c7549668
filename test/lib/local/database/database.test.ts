import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { startDatabase } from '../../../../lib/local/database/database';
import { createTables } from '../../../../lib/local/database/tables';
import { listen } from '../../../../lib/local/listen';
import { serve } from '../../../../lib/local/serve';
import { readTemplate } from '../../../../lib/local/template/template';
import { temporaryFolder } from '../../../support/folder';
import { writeAssembly } from '../../../support/local/assembly';
import { writeProgram } from '../../../support/local/program';

beforeAll(() => {
  delete process.env.DYNAMODB_ENDPOINT;
});

describe('the database', () => {
  test('is at DYNAMODB_ENDPOINT, which must be a URL', async () => {
    const database = await startDatabase({ DYNAMODB_ENDPOINT: 'http://localhost:1' });
    expect(database.endpoint).toBe('http://localhost:1');
    await expect(startDatabase({ DYNAMODB_ENDPOINT: 'localhost:1' })).rejects.toThrow(
      'DYNAMODB_ENDPOINT is localhost:1; allowed: a URL such as http://localhost:8000',
    );
  });

  test('makes its folder, which serves one runner at a time', async () => {
    const folder = join(temporaryFolder(), 'new', '.data');
    const database = await startDatabase({}, folder);
    await expect(startDatabase({}, folder)).rejects.toThrow(
      `${folder} is in use by another npm start; stop that one, or start with --memory`,
    );
    await database.close();
    await (await startDatabase({}, folder)).close();
  });

  test('stops when the assembly cannot be made', async () => {
    const folder = temporaryFolder();
    const assembly = Promise.reject(new Error('not made'));
    await expect(serve({ assembly, port: 0, database: { folder } })).rejects.toThrow('not made');
    await (await startDatabase({}, folder)).close();
  });

  test('reports that it does not start before there is an assembly', async () => {
    const folder = temporaryFolder();
    const { close } = await startDatabase({}, folder);
    const assembly = new Promise<string>(() => {});
    await expect(serve({ assembly, port: 0, database: { folder } })).rejects.toThrow('in use by another npm start');
    await close();
  });

  test('refuses a folder that is a file, and names the file', async () => {
    const file = join(temporaryFolder(), '.data');
    writeFileSync(file, 'mine');
    await expect(startDatabase({}, file)).rejects.toThrow(`The data folder ${file} cannot be made: EEXIST`);
  });

  test('refuses a file that is not a database, and leaves the file as it is', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'dynamodb.sqlite');
    writeFileSync(file, 'dear diary '.repeat(100));
    await expect(startDatabase({}, folder)).rejects.toThrow(
      `${file} is not a DynamoDB database; move it away, or start with --reset to delete the data folder`,
    );
    expect(readFileSync(file, 'utf8')).toBe('dear diary '.repeat(100));
  });

  test('refuses a file that cannot be opened, and says why', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'dynamodb.sqlite'));
    await expect(startDatabase({}, folder)).rejects.toThrow(
      `The embedded DynamoDB cannot use ${folder}/dynamodb.sqlite: unable to open database file`,
    );
  });

  test('fails at once when its program ends at once', async () => {
    const DYNOXIDE_BIN = join(writeProgram('mine', 3), 'mine');
    await expect(startDatabase({ DYNOXIDE_BIN })).rejects.toThrow(
      'The embedded DynamoDB did not start: it gave no reason',
    );
  });
});

describe('a service with a suffix for its tables', () => {
  test('shares a database with others, and deletes its tables at the close', async () => {
    const { endpoint, close } = await startDatabase({});
    jest.replaceProperty(process, 'env', { ...process.env, DYNAMODB_ENDPOINT: endpoint });
    const assembly = writeAssembly({ functions: {}, routes: {} });
    const open = (tableSuffix: string) => serve({ assembly, port: 0, tableSuffix });
    const [first, second] = await Promise.all([open('-1'), open('-2')]);
    expect([first.created, second.created]).toEqual([true, true]);
    await first.close();
    const third = await open('-1');
    expect(third.created).toBe(true);
    expect(await createTables(endpoint, readTemplate(assembly, '-2').tables)).toBe(false);
    await Promise.all([second.close(), third.close()]);
    jest.restoreAllMocks();
    await close();
  });
});

describe('the local tables', () => {
  const { tables } = readTemplate(writeAssembly({ functions: {}, routes: {} }));

  test.each([
    ['keys', { KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }] }],
    ['indexes', { GlobalSecondaryIndexes: undefined }],
  ])('are refused when their %s differ from the template, and the error names --reset', async (_, difference) => {
    const database = await startDatabase({});
    await createTables(database.endpoint, tables);
    const changed = tables.map((table) => ({ ...table, ...difference }));
    await expect(createTables(database.endpoint, changed)).rejects.toThrow(
      /^The local table Table has keys \(pk S, sk S\), byUser \(userId S, sk S\) ALL but the template says keys .*; start with --reset to delete the local data$/,
    );
    await database.close();
  });

  test('are not created when nothing serves the endpoint', async () => {
    const server = createServer();
    const port = await listen(server, 0);
    await new Promise((resolve) => server.close(resolve));
    await expect(createTables(`http://127.0.0.1:${port}`, tables)).rejects.toThrow(
      `No DynamoDB answers at http://127.0.0.1:${port}`,
    );
  });
});
