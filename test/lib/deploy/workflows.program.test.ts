import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { engines } from '../../../package.json';
import { temporaryFolder } from '../../support/folder';
import { filesIn, readText } from '../../support/sources';

const deployWorkflow = readText('.github/workflows/deploy.yml');
/** The triggers and the jobs. The last trigger ends before the jobs, with the permissions of all jobs. */
const parts = deployWorkflow.split(/^ {2}(?=\w+:$)/m);
const nameOf = (part: string) => part.slice(0, part.indexOf(':'));

/** Stands for npm: prints its arguments, and writes the outputs of a stack where the CDK CLI would. */
const npm = `npm() { echo "$*"; mkdir -p cdk.out; echo '{"S":{"ApiUrl":"https://api.example/"}}' > cdk.out/outputs.json; }`;

/** Runs the npm scripts of a job with the stand-in. Returns the arguments of each. */
const npmCalls = (job: string) => {
  const commands = [...job.matchAll(/\brun: (npm run .+)/g)].map(([, command]) => command);
  const env = { PATH: process.env.PATH, STAGE: /STAGE: (.+)/.exec(job)?.[1], STANDBY: 'prod-west' };
  const script = [npm, ...commands].join('\n');
  return execFileSync('sh', ['-ec', script], { env, cwd: temporaryFolder(), encoding: 'utf8' }).trimEnd().split('\n');
};

const verifying = 'verify -- --url https://api.example/';
const standby = 'deploy -- -c stage=prod-west --require-approval never';
const preview = 'pr-$' + '{{ github.event.number }}';
const unasked = '--require-approval never --outputs-file cdk.out/outputs.json';

describe('deploy.yml', () => {
  test.each([
    ['preview', [`deploy -- -c stage=${preview} ${unasked}`, verifying]],
    ['destroy', [`destroy -- -c stage=${preview} --force`]],
    ['prod', [`deploy -- -c stage=prod ${unasked}`, `${verifying} --read-only --stage prod`, standby]],
  ])('runs in the job %s: %j', (name, expected) => {
    const job = parts.find((part) => nameOf(part) === name) ?? '';
    expect(npmCalls(job)).toEqual(expected.map((command) => `run ${command}`));
  });

  test.each(['deploy', 'destroy'])('gives cdk %s options that it has, so that the CDK CLI does not ask', (verb) => {
    const help = execFileSync(process.execPath, [require.resolve('aws-cdk/bin/cdk'), verb, '--help']);
    const lines = deployWorkflow.matchAll(RegExp(`npm run ${verb} -- .+`, 'g'));
    const options = [...lines].flatMap(([line]) => line.match(/ --\w[\w-]+/g) ?? []);
    for (const option of options) expect(`${help}`).toContain(option);
  });

  const afterProd = "!cancelled() && steps.deploy.outcome == 'success'";
  const ifNamed = `stage="$STANDBY" --require-approval never\n        if: vars.STANDBY != '' && ${afterProd}\n`;
  const isOwn = '&& github.event.pull_request.head.repo.full_name == github.repository';
  test.each([
    ['gives an OIDC token', 'id-token: write', ['preview', 'destroy', 'prod']],
    ['takes the role of previews', 'environment: preview\n', ['preview', 'destroy']],
    ['takes the role of prod', 'environment: prod\n', ['prod']],
    ['does nothing for a fork', isOwn, ['preview', 'destroy']],
    ['waits for a pull request to close', 'types: [closed]\n', ['pull_request_target']],
    ['begins when a pull request closes', "event_name == 'pull_request_target'", ['destroy']],
    ['runs no code of a pull request', 'ref: main\n', ['destroy']],
    ['checks a push', "if: github.event_name == 'push'\n    uses: ./.github/workflows/ci.yml\n", ['checks']],
    ['waits for the checks', 'needs: checks', ['release', 'prod']],
    ['may write to the repository', 'contents: write', ['release']],
    ['deploys the standby after prod, also when the smoke test is red', ifNamed, ['prod']],
    ['lets the standby wait for its deployment', '- id: deploy\n        run: npm run deploy', ['prod']],
  ])('%s, by %j, only in the parts %j', (_, text, names) => {
    expect(parts.filter((part) => part.includes(text)).map(nameOf)).toEqual(names);
  });
});

test.each(['ci', 'deploy'])('%s.yml has no secret and no expression in a command, and pins each action', (name) => {
  const text = readText(`.github/workflows/${name}.yml`);
  const lines = text.split('\n');
  const isValue = /^ +(group|name|STAGE|STANDBY|GH_TOKEN|AWS_REGION|role-to-assume|aws-region|node-version): /;
  const isPinned = /uses: (\.\/.+|[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+)$/;
  const checkouts = text.split('uses: actions/checkout@').slice(1);
  expect({
    secrets: lines.filter((line) => line.includes('secrets')),
    expressions: lines.filter((line) => line.includes('$' + '{{') && !isValue.test(line)),
    actions: lines.filter((line) => line.includes('uses:') && !isPinned.test(line)),
    credentials: checkouts.filter((step) => !/^.+\n {8}with:\n {10}persist-credentials: false\n/.test(step)),
  }).toEqual({ secrets: [], expressions: [], actions: [], credentials: [] });
});

test('ci.yml tests each version of Node that package.json and README.md name', () => {
  const versionsIn = (text = '') => (text.match(/2\d(?=[ ,.\]"]|$)/gm) ?? []).sort();
  const versions = versionsIn(/node: (\[.+)/.exec(readText('.github/workflows/ci.yml'))?.[1]);
  expect(versions).toContain('26');
  expect(versionsIn(engines.node.replace(/\.\d+/g, ''))).toEqual(versions);
  expect(versionsIn(/You need npm and Node (.+)/.exec(readText('README.md'))?.[1]?.replace(/\(.+?\)/g, ''))).toEqual(
    versions,
  );
});

test('dependabot.yml names each folder with a package-lock.json', () => {
  const [, folders = ''] = /directories: \[(.+)\]/.exec(readText('.github/dependabot.yml')) ?? [];
  const locks = ['/package-lock.json', ...filesIn('test').map((file) => `/${file}`)];
  expect(folders.split(', ').map((folder) => join(folder, 'package-lock.json'))).toEqual(
    locks.filter((file) => file.endsWith('/package-lock.json')),
  );
});
