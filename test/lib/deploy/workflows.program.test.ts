import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../lib/root';
import { temporaryFolder } from '../../support/folder';
import { readText } from '../../support/sources';

const deployWorkflow = readText('.github/workflows/deploy.yml');
const jobs = deployWorkflow.split(/^ {2}(?=\w+:$)/m).filter((part) => part.includes('runs-on:'));
const nameOf = (job: string) => job.slice(0, job.indexOf(':'));
/** Returns the names of the jobs that have a text. */
const jobsWith = (text: string) => jobs.filter((job) => job.includes(text)).map(nameOf);

/** Stands for npm: notes its arguments, and writes the outputs of a stack where the CDK CLI would. */
const npm = `#!/bin/sh
echo "$*" >> calls
while [ $# -gt 1 ]; do
  if [ "$1" = --outputs-file ]; then mkdir -p "$(dirname "$2")"; echo '{"S":{"ApiUrl":"https://api.example/"}}' > "$2"; fi
  shift
done
`;

/** Runs the npm scripts of a job with the stand-in. Returns the arguments of each. */
const npmCalls = (job: string) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
  const commands = [...job.matchAll(/- run: (npm run .+)/g)].map(([, command]) => command);
  const [, stage = ''] = /STAGE: (.+)/.exec(job) ?? [];
  const STAGE = stage.replace(/\$\{\{ github.event.number }}/, '12');
  const env = { PATH: `${folder}:${process.env.PATH}`, STAGE, STANDBY: 'prod-west' };
  execFileSync('sh', ['-ec', commands.join('\n')], { env, cwd: folder });
  return readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n');
};

const standby = 'deploy -- -c stage=prod-west --require-approval never';
const unasked = '--require-approval never --outputs-file cdk.out/outputs.json';

describe('deploy.yml', () => {
  test.each([
    ['preview', [`deploy -- -c stage=pr-12 ${unasked}`, 'verify -- --url https://api.example/']],
    ['destroy', ['destroy -- -c stage=pr-12 --force']],
    ['prod', [`deploy -- -c stage=prod ${unasked}`, 'verify -- --url https://api.example/ --read-only', standby]],
  ])('runs in the job %s: %j, and the CDK CLI does not ask', (name, expected) => {
    const job = jobs.find((each) => nameOf(each) === name) ?? '';
    expect(npmCalls(job)).toEqual(expected.map((command) => `run ${command}`));
    const [verb = '', ...words] = (expected[0] ?? '').split(' ');
    const help = execFileSync(process.execPath, [require.resolve('aws-cdk/bin/cdk'), verb, '--help']);
    const options = words.filter((word) => /^--\w/.test(word));
    expect(`${help}`.split(/[ ,"]+/)).toEqual(expect.arrayContaining(options));
  });

  test('gives an OIDC token only to jobs of an environment with a role', () => {
    expect(jobs.map((job) => /environment: (\w+)/.exec(job)?.[1])).toEqual(['preview', 'preview', 'prod']);
    expect(jobsWith('id-token: write')).toEqual(['preview', 'destroy', 'prod']);
    expect(deployWorkflow.split(/^jobs:$/m)[0]).not.toContain('id-token');
  });

  test('does nothing for a pull request from a fork', () => {
    const isOwn = '&& github.event.pull_request.head.repo.full_name == github.repository';
    expect(jobsWith(isOwn)).toEqual(['preview', 'destroy']);
  });

  test('runs no code of a pull request when the pull request closes', () => {
    expect(deployWorkflow).toMatch(/pull_request_target:\n {4}types: \[closed\]\n/);
    expect(jobsWith("event_name == 'pull_request_target'")).toEqual(['destroy']);
    expect(jobsWith('ref: main\n')).toEqual(['destroy']);
  });

  test('deploys a standby only if the repository names one', () => {
    expect(deployWorkflow).toMatch(/stage="\$STANDBY" .+\n {8}if: vars.STANDBY != ''\n {8}env:\n/);
  });

  test('deploys prod after the checks of a push', () => {
    expect(deployWorkflow).toMatch(/ {2}checks:\n {4}if: github.event_name == 'push'\n {4}uses: .*\/ci\.yml\n/);
    expect(jobsWith('needs: checks')).toEqual(['prod']);
  });
});

test.each(['ci', 'deploy'])('%s.yml has no stored secret, and no expression in a command', (name) => {
  const lines = readText(`.github/workflows/${name}.yml`).split('\n');
  expect(lines.filter((line) => line.includes('secrets'))).toEqual([]);
  const expressions = lines.filter((line) => line.includes('$' + '{{'));
  const isValue = (line: string) =>
    /^ +(group|name|STAGE|STANDBY|AWS_REGION|role-to-assume|aws-region|node-version): /.test(line);
  expect(expressions.filter((line) => !isValue(line))).toEqual([]);
});

test.each(['ci', 'deploy'])('%s.yml pins each action to a commit, and leaves no credentials in a checkout', (name) => {
  const text = readText(`.github/workflows/${name}.yml`);
  const actions = [...text.matchAll(/uses: (?!\.)(.+)/g)].map(([, action]) => action);
  expect(actions.filter((action) => !/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ''))).toEqual([]);
  const checkouts = text.split('uses: actions/checkout@').slice(1);
  expect(checkouts.filter((step) => !/^.+\n {8}with:\n {10}persist-credentials: false\n/.test(step))).toEqual([]);
});

test('dependabot.yml names each folder with a package-lock.json', () => {
  const [, folders = ''] = /directories: \[(.+)\]/.exec(readText('.github/dependabot.yml')) ?? [];
  const locks = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' });
  expect(folders.split(', ').map((folder) => `${folder}/package-lock.json`.replace(/^\/+/, ''))).toEqual(
    locks.trimEnd().split('\n'),
  );
});
