import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findEngine } from '../../../../lib/local/database/engine';
import { writeProgram } from '../../../support/local/program';

const installed = join(
  dirname(createRequire(__filename).resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`)),
  'dynoxide',
);
const at = { port: 8000, file: 'data/file' };
const memoryOptions = ['--host', '127.0.0.1', '--port', '8000'];
const options = [...memoryOptions, '--db-path', 'data/file'];

describe('the search for an embedded DynamoDB', () => {
  test('finds DYNOXIDE_BIN first', () => {
    const DYNOXIDE_BIN = join(writeProgram('mine'), 'mine');
    const { command } = findEngine({ DYNOXIDE_BIN, PATH: writeProgram('dynoxide') }, at);
    expect(command).toEqual([DYNOXIDE_BIN, ...options]);
  });

  test("finds the platform's package before PATH", () => {
    expect(findEngine({ PATH: writeProgram('dynoxide') }, at).command).toEqual([installed, ...options]);
  });

  test('keeps the data in memory without a file', () => {
    expect(findEngine({}, { port: 8000 }).command).toEqual([installed, ...memoryOptions]);
  });

  test('refuses a DYNOXIDE_BIN that cannot run', () => {
    expect(() => findEngine({ DYNOXIDE_BIN: '/nowhere' }, at)).toThrow(
      'DYNOXIDE_BIN is /nowhere, which is not a program this user may run',
    );
  });

  describe('on a platform without a package', () => {
    const { arch } = process;
    beforeAll(() => Object.defineProperty(process, 'arch', { value: 'mips' }));
    afterAll(() => Object.defineProperty(process, 'arch', { value: arch }));

    test('finds dynoxide on PATH before npx, and npx before Docker', () => {
      const [own, npx, docker] = [writeProgram('dynoxide'), writeProgram('npx'), writeProgram('docker')];
      const first = (PATH: string) => findEngine({ PATH }, at).command.slice(0, 3);
      expect(first(`${docker}:${npx}:${own}`)).toEqual(['dynoxide', '--host', '127.0.0.1']);
      expect(first(`${docker}:${npx}`)).toEqual(['npx', '--yes', 'dynoxide@1.2.1']);
      expect(first(docker)).toEqual(['docker', 'run', '--rm']);
    });

    test('names all ways when npx cannot download and Docker does not run', () => {
      expect(() => findEngine({ PATH: `${writeProgram('npx', 1)}:${writeProgram('docker', 1)}` }, at)).toThrow(
        `No embedded DynamoDB for ${process.platform}-mips: set DYNAMODB_ENDPOINT to one that runs, set DYNOXIDE_BIN or PATH to a dynoxide 1.2.1 program, let npx download it, or start Docker for amazon/dynamodb-local`,
      );
    });
  });
});
