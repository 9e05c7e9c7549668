import childProcess from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { deploy } from '../../../lib/deploy/deploy';
import { destroy } from '../../../lib/deploy/destroy';
import { root } from '../../../lib/root';
import { temporaryFolder } from '../../support/folder';
import { templateOf } from '../../support/stack';

const { assembly: deployable } = templateOf();

/** Arguments of each call of the CDK CLI. The temporary folder of an assembly is replaced by `assembly`. */
let calls: string[][] = [];

const deployedTemplate = readFileSync(join(deployable, 'UsersAndPosts-dev.template.json'), 'utf8');
const cloudFormation = mockClient(CloudFormationClient);
const spawn = jest.spyOn(childProcess, 'spawnSync');
const withoutBundles = { recursive: true, filter: (path: string) => !/\/(asset\.\w+|bundles)$/.test(path) };

const runCdk = (assembly: string) =>
  spawn.mockImplementation((_, all = []) => {
    const [, ...args] = all as string[];
    const output = args[args.indexOf('--output') + 1] ?? '';
    if (args[0] === 'synth' && args.includes('--output')) cpSync(assembly, output, withoutBundles);
    calls.push(args.map((arg) => arg.replace(/^.*\/assembly-\w+$/, 'assembly')));
    return { status: 0, signal: null, pid: 1, output: [], stdout: '', stderr: '' };
  });

beforeEach(() => {
  calls = [];
  runCdk(deployable);
  cloudFormation.reset();
  cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [] });
  cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: deployedTemplate });
});
afterAll(() => spawn.mockRestore());

const synth = (...more: string[]) => ['synth', '--quiet', '--output', 'assembly', ...more];

describe('npm run deploy', () => {
  test('asks before any change, unless the caller says otherwise', async () => {
    expect(await deploy([])).toBe(0);
    expect(calls).toEqual([synth(), ['deploy', '--app', 'assembly']]);
    expect(JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'))).toMatchObject({ requireApproval: 'any-change' });
  });

  test.each([
    ...['--require-approval never', '--require-approval=never'],
    ...['--requireApproval never', '--requireApproval=never'],
  ])('hands %s to cdk deploy, and not to cdk synth', async (option) => {
    const args = option.split(' ');
    expect(await deploy(args)).toBe(0);
    expect(calls).toEqual([synth(), ['deploy', '--app', 'assembly', ...args]]);
  });

  test.each(['--output FOLDER', '--output=FOLDER', '-o FOLDER', '-o=FOLDER', '-oFOLDER'])(
    'keeps the assembly in the folder that %s names, and deploys it',
    async (option) => {
      const folder = temporaryFolder();
      const args = option.replace('FOLDER', folder).split(' ');
      expect(await deploy([...args, '-c', 'stage=dev'])).toBe(0);
      expect(calls).toEqual([
        ['synth', '--quiet', '--output', folder, '--context=stage=dev'],
        ['deploy', '--app', folder, '-c', 'stage=dev'],
      ]);
      expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toContain('UsersAndPosts-dev');
    },
  );

  test('hands cdk synth the options that cdk deploy has, too', async () => {
    const args =
      'Some* -c a=b -cc=d --profile=p --caBundlePath x -f -vt k=v --no-staging --concurrency 3 --strict true';
    const both = ['--verbose', '--no-staging', '--strict=true'];
    await deploy(args.split(' '));
    expect(calls[0]).toEqual(synth('--context=a=b', '--context=c=d', '--profile=p', '--ca-bundle-path=x', ...both));
  });

  test.each([
    ...['--help', '--no-execute', '--execute false', '--method=prepare-change-set', '-m prepare-change-set'],
    ...['--app other', '-a=other', '--watch'],
  ])('runs cdk deploy alone with %s', async (option) => {
    const args = option.split(' ');
    expect(await deploy(args)).toBe(0);
    expect(calls).toEqual([['deploy', ...args]]);
  });
});

describe('npm run deploy of replicas', () => {
  const oneAtATime = 'AWS changes one region of a table per update, so deploy these one at a time.';

  test('stops before cdk deploy when two regions change', async () => {
    runCdk(templateOf({ replicas: 'eu-west-1,eu-west-2' }).assembly);
    const args = ['-c', 'replicas=eu-west-1,eu-west-2', '--profile', 'p', '--require-approval', 'never'];
    await expect(deploy(args)).rejects.toThrow(`Setting "replicas" adds eu-west-1, eu-west-2; ${oneAtATime}`);
    expect(calls).toEqual([synth('--context=replicas=eu-west-1,eu-west-2', '--profile=p')]);
  });

  test('deploys one region more', async () => {
    runCdk(templateOf({ replicas: 'eu-west-1' }).assembly);
    expect(await deploy(['-c', 'replicas=eu-west-1'])).toBe(0);
    expect(calls.map(([command]) => command)).toEqual(['synth', 'deploy']);
  });

  test.each([
    ['--region=eu-north-1', { AWS_DEFAULT_REGION: 'eu-south-1' }, 'eu-north-1'],
    ['--verbose', { AWS_DEFAULT_REGION: 'eu-south-1' }, 'eu-south-1'],
    ['--verbose', {}, 'us-east-1'],
  ])('reads the deployed template with %s and %j in %s', async (option, environment, region) => {
    const none = join(deployable, 'none');
    const files = { AWS_CONFIG_FILE: none, AWS_SHARED_CREDENTIALS_FILE: none };
    const replaced = jest.replaceProperty(process, 'env', { ...files, ...environment });
    try {
      expect(await deploy([option])).toBe(0);
    } finally {
      replaced.restore();
    }
    const [client] = cloudFormation.commandCalls(GetTemplateCommand).map(({ thisValue }) => thisValue);
    expect(await (client as CloudFormationClient).config.region()).toBe(region);
  });
});

describe('npm run destroy', () => {
  test.each([
    ['--force', []],
    ['-f', []],
    ['--force=true', []],
    ['-vf', ['--verbose']],
    ['--all --concurrency 3 --express', []],
  ])('hands %s to cdk destroy, and only the options of both to cdk synth', async (options, both) => {
    const args = options.split(' ');
    expect(await destroy(args)).toBe(0);
    expect(calls).toEqual([synth(...both), ['destroy', '--app', 'assembly', ...args]]);
  });

  test.each(['--app other', '-a other', '--app=other'])('destroys the stack of %s', async (option) => {
    expect(await destroy([...option.split(' '), '-f'])).toBe(0);
    expect(calls).toEqual([synth('--app=other'), ['destroy', '--app', 'assembly', '-f']]);
  });

  test('destroys nothing when the stage is protected', async () => {
    runCdk(templateOf({ stage: 'prod' }).assembly);
    const told = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await destroy(['-c', 'stage=prod', '--force'])).toBe(1);
    expect(told).toHaveBeenCalledWith(expect.stringContaining('UsersAndPosts-prod is protected'));
    told.mockRestore();
    expect(calls).toEqual([synth('--context=stage=prod')]);
  });
});
