import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from '../../../../lib/local/database/database';
import { createTables, headersOf } from '../../../../lib/local/database/tables';
import { serve } from '../../../../lib/local/serve';
import { readTemplate } from '../../../../lib/local/template/template';
import { optionalDependencies } from '../../../../package.json';
import { temporaryFolder } from '../../../support/folder';
import { readText } from '../../../support/sources';
import { writeAssembly } from '../write-assembly';

beforeAll(() => {
  delete process.env.DYNAMODB_ENDPOINT;
});

describe('the folder of the database', () => {
  test('is free again after a start without an assembly', async () => {
    const folder = temporaryFolder();
    const assembly = Promise.reject(new Error('not made'));
    await expect(serve({ assembly, port: 0, folder })).rejects.toThrow('not made');
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
      'unable to open database file: FILE; start with --memory or --reset',
    ],
  ])('is refused, and stays as it is, when it %s', async (_, prepare, message) => {
    const folder = temporaryFolder();
    const file = join(folder, 'dynamodb.sqlite');
    prepare(file);
    const { size } = statSync(file);
    // The error of the database does not wait for the assembly.
    const assembly = new Promise<string>(() => {});
    const started = serve({ assembly, port: 0, folder });
    await expect(started).rejects.toThrow(message.replace('FILE', file));
    expect(statSync(file).size).toBe(size);
  });

  test('is refused when it is a file', async () => {
    const file = join(temporaryFolder(), '.data');
    writeFileSync(file, 'mine');
    await expect(startDatabase({}, file)).rejects.toThrow(`Cannot write the folder ${file}: EEXIST`);
  });
});

test('a DYNAMODB_ENDPOINT that is no URL is refused', async () => {
  const message = 'DYNAMODB_ENDPOINT is localhost:1; allowed: a URL such as http://localhost:8000';
  await expect(startDatabase({ DYNAMODB_ENDPOINT: 'localhost:1' })).rejects.toThrow(message);
});

test('a machine without a package for its platform is told to start a database', async () => {
  const { arch } = process;
  Object.defineProperty(process, 'arch', { value: 'mips' });
  const message = `No package has an embedded DynamoDB for ${process.platform}-mips; start one yourself, and set DYNAMODB_ENDPOINT`;
  await expect(startDatabase({})).rejects.toThrow(message);
  Object.defineProperty(process, 'arch', { value: arch });
});

describe('the local tables', () => {
  const { tables } = readTemplate(writeAssembly({ functions: {} }));

  test('of yesterday get missing indexes, keep others, and are refused with --reset for another shape', async () => {
    const { endpoint, close } = await startDatabase({});
    const ensure = (...indexes: readonly [name: string, key: string][]) => {
      const texts = ['pk', 'sk', ...indexes.map(([, key]) => key)];
      const AttributeDefinitions = texts.map((AttributeName) => ({ AttributeName, AttributeType: 'S' }) as const);
      const GlobalSecondaryIndexes = indexes.map(([IndexName, AttributeName]) => {
        const KeySchema = [{ AttributeName, KeyType: 'HASH' } as const];
        return { IndexName, KeySchema, Projection: { ProjectionType: 'ALL' } as const };
      });
      return createTables(
        endpoint,
        tables.map((table) => ({ ...table, AttributeDefinitions, GlobalSecondaryIndexes })),
      );
    };
    const call = async (operation: string, input: object) => {
      const body = JSON.stringify({ TableName: 'Table', ...input });
      return Object(await (await fetch(endpoint, { method: 'POST', headers: headersOf(operation), body })).json());
    };
    expect(await ensure(['byUser', 'userId'])).toBe(true);
    await call('PutItem', { Item: { pk: { S: 'a' }, sk: { S: 'b' }, tag: { S: 'c' }, sku: { S: 'd' } } });
    expect(await ensure(['byTag', 'tag'], ['bySku', 'sku'])).toBe(false);
    for (const IndexName of ['byTag', 'bySku']) expect(await call('Scan', { IndexName })).toMatchObject({ Count: 1 });
    await expect(ensure(['byUser', 'ownerId'], ['byNew', 'new'])).rejects.toThrow(
      'The local table Table has keys (pk S, sk S), byUser (userId S) ALL but the template says keys (pk S, sk S), byUser (ownerId S) ALL; start with --reset, or delete the table at http://',
    );
    await close();
  });

  test('are not created when nothing serves the endpoint', async () => {
    await expect(createTables('http://127.0.0.1:2', tables)).rejects.toThrow(
      'ECONNREFUSED 127.0.0.1:2); start it, or unset DYNAMODB_ENDPOINT',
    );
  });
});

// The lock file has them by hand, so that `npm ci` passes where the registry lacks one.
test.each(Object.entries(optionalDependencies))('the lock file has %s at %s for its platform alone', (name) => {
  const [platform, cpu] = name.replace('@dynoxide/', '').split('-');
  const locked = JSON.parse(readText('package-lock.json')).packages[`node_modules/${name}`];
  expect(locked).toMatchObject({ version: '1.2.1', os: [platform], cpu: [cpu], optional: true });
});
