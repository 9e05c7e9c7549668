import { describeService } from '../../functions/kit/site/openapi/document';
import { runCost } from '../../lib/cost/command';
import { readOptions } from '../../lib/local/options';
import { printOpenApi } from '../../lib/openapi';
import { runResend } from '../../lib/resend/command';
import { runResource } from '../../lib/scaffold/command';
import { runExport, runImport } from '../../lib/transfer/commands';
import { runVerify } from '../../lib/verify/command';

afterEach(() => jest.restoreAllMocks());

const addBoxes = () => runResource(['boxes', 'name:text', 'users']);
const readStart = async (args: string[]) => readOptions(args, process.env);

describe('an option that npm took', () => {
  test.each([
    ['npm start -- --port 4000 --memory', readStart, { npm_config_port: '4000', npm_config_memory: 'true' }],
    ['npm start -- -c stage=', readStart, { npm_config_call: 'stage=' }],
    ['npm start -- -c stage=prod', readStart, { npm_config_stage: 'prod' }],
    ['npm run cost -- --requests <number>', runCost, { npm_config_requests: 'true' }],
    ['npm run resource -- boxes … --of=users', addBoxes, { npm_config_offline: 'true' }],
    ['npm run import -- --token <text>', runImport, { npm_config_token_description: 'a' }],
  ])('is refused with what to type: %s', async (line, command, environment) => {
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
  ['cost', runCost, '  --requests  --items  --utilization  --ownership  --help'],
  ['openapi', printOpenApi, '  --issuer  --scope-prefix  --ownership  --owner-claim  --help'],
  ['export', runExport, '  --url  --token  --since  --help'],
  ['import', runImport, '  --url  --token  --table  --region  --help'],
  ['resend', runResend, '  --stage  --region  --list  --help'],
  [
    'verify',
    runVerify,
    '  --url  --token  --read-only  --stage  --table  --fix  --remove  --region  --units  --from  --help',
  ],
])('npm run %s --help shows the options, and another option is refused in one sentence', async (name, run, options) => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await run(['--help'])).toBe(0);
  const text = write.mock.calls.join('');
  expect([text.split(' -- ')[0], text.match(/^ +--[\w-]+/gm)?.join('')]).toEqual([`npm run ${name}`, options]);
  await expect(run(['--foo'])).rejects.toThrow(/^Unknown option '--foo'; allowed: --.*, --help$/);
});

test('npm run openapi prints the document of a stage with these settings', async () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const owners = ['--ownership', '--owner-claim', 'tid'];
  await printOpenApi(['--issuer', 'https://login.example', ...owners, '--scope-prefix', 'posts/']);
  const settings = { issuer: 'https://login.example', ownership: true, ownerClaim: 'tid', scopePrefix: 'posts/' };
  expect(JSON.parse(write.mock.calls.join(''))).toEqual(JSON.parse(JSON.stringify(describeService(settings))));
});

test.each([
  [['--fix'], 'The stage would be played, and nothing fixed; add --table <name> to --fix'],
  [['--table=a', '--url=b'], 'Only the table would be checked, and not the stage; omit --table or --url'],
])('npm run verify refuses %j in one sentence', async (args, message) => {
  await expect(runVerify(args)).rejects.toThrow(new Error(message));
});

test.each(['--ownership', '--scope-prefix=posts/'])('npm run openapi refuses %s without --issuer', async (option) => {
  const message = '--ownership and --scope-prefix are allowed only together with --issuer';
  await expect(printOpenApi([option])).rejects.toThrow(message);
});
