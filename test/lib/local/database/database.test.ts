import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startDatabase } from '../../../../lib/local/database/database';
import { findEngine } from '../../../../lib/local/database/engine';
import { createTables } from '../../../../lib/local/database/tables';
import { listen } from '../../../../lib/local/listen';
import { serve } from '../../../../lib/local/serve';
import { readTemplate } from '../../../../lib/local/template/template';
import { temporaryFolder, writeAssembly } from '../../../support/local/assembly';

const installed = join(
  dirname(createRequire(__filename).resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`)),
  'dynoxide',
);
const at = { port: 8000, file: 'data/file' };

/** A folder with a program that always says the same. */
function program(name: string, exitCode = 0): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), `#!/bin/sh\nexit ${exitCode}\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

beforeAll(() => {
  delete process.env.DYNAMODB_ENDPOINT;
});

describe('the search for an embedded DynamoDB', () => {
  const options = ['--host', '127.0.0.1', '--port', '8000', '--db-path', 'data/file'];

  test('DYNOXIDE_BIN comes first', () => {
    const DYNOXIDE_BIN = join(program('mine'), 'mine');
    expect(findEngine({ DYNOXIDE_BIN, PATH: program('dynoxide') }, at).command).toEqual([DYNOXIDE_BIN, ...options]);
  });

  test("the platform's package comes before PATH", () => {
    expect(findEngine({ PATH: program('dynoxide') }, at).command).toEqual([installed, ...options]);
  });

  test('without a file the data stays in memory', () => {
    expect(findEngine({}, { port: 8000 }).command).toEqual([installed, '--host', '127.0.0.1', '--port', '8000']);
  });

  test('a DYNOXIDE_BIN that cannot run is an error, not skipped', () => {
    expect(() => findEngine({ DYNOXIDE_BIN: '/nowhere' }, at)).toThrow(
      'DYNOXIDE_BIN is /nowhere, which is not a program this user may run',
    );
  });

  describe('on a platform without a package', () => {
    const { arch } = process;
    beforeAll(() => Object.defineProperty(process, 'arch', { value: 'mips' }));
    afterAll(() => Object.defineProperty(process, 'arch', { value: arch }));

    test('dynoxide on PATH comes before npx, npx before Docker', () => {
      const [own, npx, docker] = [program('dynoxide'), program('npx'), program('docker')];
      const first = (PATH: string) => findEngine({ PATH }, at).command.slice(0, 3);
      expect(first(`${docker}:${npx}:${own}`)).toEqual([`${own}/dynoxide`, '--host', '127.0.0.1']);
      expect(first(`${docker}:${npx}`)).toEqual([`${npx}/npx`, '--yes', 'dynoxide@1.2.1']);
      expect(first(docker)).toEqual([`${docker}/docker`, 'run', '--rm']);
    });

    test('an npx that cannot download and a Docker that is not running leave one message with all ways', () => {
      expect(() => findEngine({ PATH: `${program('npx', 1)}:${program('docker', 1)}` }, at)).toThrow(
        `No embedded DynamoDB for ${process.platform}-mips: set DYNAMODB_ENDPOINT to one that runs, set DYNOXIDE_BIN or PATH to a dynoxide 1.2.1 program, let npx download it, or start Docker for amazon/dynamodb-local`,
      );
    });
  });
});

describe('the database', () => {
  test('DYNAMODB_ENDPOINT is used as it is, a bad one named', async () => {
    const database = await startDatabase({ DYNAMODB_ENDPOINT: 'http://localhost:1' });
    expect(database.endpoint).toBe('http://localhost:1');
    await expect(startDatabase({ DYNAMODB_ENDPOINT: 'localhost:1' })).rejects.toThrow(
      'DYNAMODB_ENDPOINT is localhost:1; allowed is a URL such as http://localhost:8000',
    );
  });

  test('its folder is made and serves one runner at a time', async () => {
    const folder = join(temporaryFolder(), 'new', '.data');
    const database = await startDatabase({}, folder);
    await expect(startDatabase({}, folder)).rejects.toThrow(
      `${folder} is in use by another npm start; stop that one, or start with --memory`,
    );
    await database.close();
    await (await startDatabase({}, folder)).close();
  });

  test('it stops when there is nothing to serve', async () => {
    const folder = temporaryFolder();
    const assembly = Promise.reject(new Error('not made'));
    await expect(serve({ assembly, port: 0, database: { folder } })).rejects.toThrow('not made');
    await (await startDatabase({}, folder)).close();
  });

  test('one that does not start is told of while there is nothing to serve yet', async () => {
    const folder = temporaryFolder();
    const { close } = await startDatabase({}, folder);
    const assembly = new Promise<string>(() => {});
    await expect(serve({ assembly, port: 0, database: { folder } })).rejects.toThrow('in use by another npm start');
    await close();
  });

  test('a folder that is a file is named', async () => {
    const file = join(temporaryFolder(), '.data');
    writeFileSync(file, 'mine');
    await expect(startDatabase({}, file)).rejects.toThrow(`The data folder ${file} cannot be made: EEXIST`);
  });

  test('a file that is no database is named and left as it is', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'dynamodb.sqlite');
    writeFileSync(file, 'dear diary '.repeat(100));
    await expect(startDatabase({}, folder)).rejects.toThrow(
      `${file} is not a DynamoDB database; move it away, or start with --reset to delete the data folder`,
    );
    expect(readFileSync(file, 'utf8')).toBe('dear diary '.repeat(100));
  });

  test('a file that cannot be opened is named with the reason', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'dynamodb.sqlite'));
    await expect(startDatabase({}, folder)).rejects.toThrow(
      `The embedded DynamoDB cannot use ${folder}/dynamodb.sqlite: unable to open database file`,
    );
  });

  test('a program that ends at once is an error, not a wait', async () => {
    const DYNOXIDE_BIN = join(program('mine', 3), 'mine');
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

describe('tables', () => {
  const { tables } = readTemplate(writeAssembly({ functions: {}, routes: {} }));

  test('are created once', async () => {
    const database = await startDatabase({});
    expect(await createTables(database.endpoint, tables)).toBe(true);
    expect(await createTables(database.endpoint, tables)).toBe(false);
    await database.close();
  });

  test.each([
    ['keys', { keys: [{ AttributeName: 'pk', KeyType: 'HASH' as const }] }],
    ['indexes', { indexes: [] }],
  ])('whose %s differ from the template are an error that names --reset', async (_, difference) => {
    const database = await startDatabase({});
    await createTables(database.endpoint, tables);
    const changed = tables.map((table) => ({ ...table, ...difference }));
    await expect(createTables(database.endpoint, changed)).rejects.toThrow(
      /^The local table Table has keys \(pk S, sk S\), byUser \(userId S, sk S\) ALL but the template says keys .*; start with --reset to delete the local data$/,
    );
    await database.close();
  });

  test('an endpoint that nobody serves is an error', async () => {
    const server = createServer();
    const port = await listen(server, 0);
    await new Promise((resolve) => server.close(resolve));
    await expect(createTables(`http://127.0.0.1:${port}`, tables)).rejects.toThrow(
      `No DynamoDB answers at http://127.0.0.1:${port}`,
    );
  });
});
