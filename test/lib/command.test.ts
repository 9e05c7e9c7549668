import { runCost } from '../../lib/cost/command';
import { readOptions } from '../../lib/local/options';
import { printOpenApi } from '../../lib/openapi';
import { runExport, runImport } from '../../lib/transfer/commands';

afterEach(() => {
  jest.restoreAllMocks();
});

const readStart = async (args: string[]) => readOptions(args, process.env);

describe('an option that npm took', () => {
  test.each([
    [readStart, { npm_config_scope_prefix: 'a/', npm_config_auth: 'true' }, 'npm start -- --auth --scope-prefix a/'],
    [readStart, { npm_config_call: 'stage=' }, 'npm start -- -c stage='],
    [runCost, { npm_config_requests: 'true' }, 'npm run cost -- --requests <number>'],
    [runImport, { npm_config_token_description: 'a' }, 'npm run import -- --token a'],
  ])('is refused with what to type: %#', async (command, environment, line) => {
    jest.replaceProperty(process, 'env', environment);
    await expect(command([])).rejects.toThrow(new Error(`npm took options for itself; type: ${line}`));
  });

  test.each([
    ["npm's own", [], { npm_config_loglevel: 'silent', npm_config_call: 'npm start', npm_config_memory: '' }],
    ['an entry of .npmrc', ['--port=3000'], { npm_config_port: '4000' }],
  ])('is ignored when it is %s', (_, args, environment) => {
    expect(readOptions(args, environment).port).toBe(3000);
  });
});

test.each([
  ['cost', runCost, ['--requests', '--users', '--posts', '--help']],
  ['openapi', printOpenApi, ['--issuer', '--help']],
  ['export', runExport, ['--url', '--token', '--since', '--help']],
  ['import', runImport, ['--url', '--token', '--help']],
])(
  'npm run %s answers --help with its options, and another option with one sentence',
  async (name, command, options) => {
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(await command(['--help'])).toBe(0);
    const text = write.mock.calls.join('');
    expect(text).toMatch(new RegExp(`^npm run ${name} -- `));
    expect(text.match(/^ +--\w+/gm)?.map((option) => option.trim())).toEqual(options);
    await expect(command(['--foo'])).rejects.toThrow(/^Unknown option '--foo'; allowed: --.*, --help$/);
  },
);
