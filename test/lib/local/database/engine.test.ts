import { findEngine } from '../../../../lib/local/database/engine';
import { writeProgram } from '../../../support/local/program';

const at = { port: 8000, file: 'data/file' };

test('a DYNOXIDE_BIN that cannot run is refused', () => {
  expect(() => findEngine({ DYNOXIDE_BIN: '/nowhere' }, at)).toThrow(
    'DYNOXIDE_BIN is /nowhere, which is not a program this user may run',
  );
});

describe('without a package for the platform, the search for an embedded DynamoDB', () => {
  const { arch } = process;
  beforeAll(() => Object.defineProperty(process, 'arch', { value: 'mips' }));
  afterAll(() => Object.defineProperty(process, 'arch', { value: arch }));

  test('finds dynoxide on PATH before npx, and npx before Docker', () => {
    const [own, npx, docker] = [writeProgram('dynoxide'), writeProgram('npx'), writeProgram('docker')];
    const commandIn = (PATH: string) => findEngine({ PATH }, at).command;
    const options = ['--host', '127.0.0.1', '--port', '8000', '--db-path', 'data/file'];
    expect(commandIn(`${docker}:${npx}:${own}`)).toEqual(['dynoxide', ...options]);
    expect(commandIn(`${docker}:${npx}`)).toEqual(['npx', '--yes', 'dynoxide@1.2.1', ...options]);
    expect(commandIn(docker).slice(0, 3)).toEqual(['docker', 'run', '--rm']);
  });

  test('names all ways when npx cannot download and Docker does not run', () => {
    expect(() => findEngine({ PATH: `${writeProgram('npx', 1)}:${writeProgram('docker', 1)}` }, at)).toThrow(
      `No embedded DynamoDB for ${process.platform}-mips: set DYNAMODB_ENDPOINT to one that runs, set DYNOXIDE_BIN or PATH to a dynoxide 1.2.1 program, let npx download it, or start Docker for amazon/dynamodb-local`,
    );
  });
});
