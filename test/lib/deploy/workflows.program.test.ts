import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/folder';
import { readText } from '../../support/sources';

const deployWorkflow = readText('.github/workflows/deploy.yml');
const jobs = deployWorkflow.split(/^ {2}(?=\w+:$)/m).filter((part) => part.includes('runs-on:'));
const nameOf = (job: string) => job.slice(0, job.indexOf(':'));
/** Returns the names of the jobs that have a text. */
const jobsWith = (text: string) => jobs.filter((job) => job.includes(text)).map(nameOf);

/** Runs the command of a job that deploys or destroys, with a stand-in of npm. Returns the arguments of npm. */
const npmArguments = (job: string) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const [, command = ''] = /- run: (npm run .+)/.exec(job) ?? [];
  const [, stage = ''] = /STAGE: (.+)/.exec(job) ?? [];
  const env = { PATH: `${folder}:${process.env.PATH}`, STAGE: stage.replace(/\$\{\{ github.event.number }}/, '12') };
  return execFileSync('sh', ['-c', command], { env, encoding: 'utf8' }).trimEnd().split('\n');
};

describe('deploy.yml', () => {
  test.each([
    { name: 'preview', stage: 'pr-12', verb: 'deploy', unasked: ['--require-approval', 'never'] },
    { name: 'destroy', stage: 'pr-12', verb: 'destroy', unasked: ['--force'] },
    { name: 'prod', stage: 'prod', verb: 'deploy', unasked: ['--require-approval', 'never'] },
  ])('runs $verb for stage $stage in the job $name, and the CDK CLI does not ask', ({ name, stage, verb, unasked }) => {
    const job = jobs.find((each) => nameOf(each) === name) ?? '';
    expect(npmArguments(job)).toEqual(['run', verb, '--', '-c', `stage=${stage}`, ...unasked]);
    const help = execFileSync(process.execPath, [require.resolve('aws-cdk/bin/cdk'), verb, '--help']);
    expect(`${help}`.split(/[ ,"]+/)).toEqual(expect.arrayContaining(unasked));
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

  test('deploys prod after the checks of a push', () => {
    expect(deployWorkflow).toMatch(/ {2}checks:\n {4}if: github.event_name == 'push'\n {4}uses: .*\/ci\.yml\n/);
    expect(jobsWith('needs: checks')).toEqual(['prod']);
  });
});

test.each(['ci', 'deploy'])('%s.yml has no stored secret, and no expression in a command', (name) => {
  const lines = readText(`.github/workflows/${name}.yml`).split('\n');
  expect(lines.filter((line) => line.includes('secrets'))).toEqual([]);
  const expressions = lines.filter((line) => line.includes('$' + '{{'));
  const isValue = (line: string) => /^ +(group|STAGE|role-to-assume|aws-region|node-version): /.test(line);
  expect(expressions.filter((line) => !isValue(line))).toEqual([]);
});

test('the condition in lib/deploy/README.md trusts one environment of one repository', () => {
  const [, condition = ''] = /```json\n([\s\S]+?)```/.exec(readText('lib/deploy/README.md')) ?? [];
  const issuer = 'token.actions.githubusercontent.com';
  expect(JSON.parse(condition)).toEqual({
    StringEquals: {
      [`${issuer}:aud`]: 'sts.amazonaws.com',
      [`${issuer}:sub`]: 'repo:<owner>@<owner id>/<repository>@<id>:environment:prod',
    },
  });
});
