import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../lib/root';
import { engines } from '../../../package.json';
import { temporaryFolder } from '../../support/folder';
import { readText } from '../../support/sources';

const deployWorkflow = readText('.github/workflows/deploy.yml');
/** The triggers and the jobs. The last trigger ends before the jobs, with the permissions of all jobs. */
const parts = deployWorkflow.split(/^ {2}(?=\w+:$)/m);
const nameOf = (part: string) => part.slice(0, part.indexOf(':'));

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
  const commands = [...job.matchAll(/\brun: (npm run .+)/g)].map(([, command]) => command);
  const [, stage = ''] = /STAGE: (.+)/.exec(job) ?? [];
  const STAGE = stage.replace(/\$\{\{ github.event.number }}/, '12');
  const env = { PATH: `${folder}:${process.env.PATH}`, STAGE, STANDBY: 'prod-west' };
  execFileSync('sh', ['-ec', commands.join('\n')], { env, cwd: folder });
  return readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n');
};

const verifying = 'verify -- --url https://api.example/';
const standby = 'deploy -- -c stage=prod-west --require-approval never';
const unasked = '--require-approval never --outputs-file cdk.out/outputs.json';

describe('deploy.yml', () => {
  test.each([
    ['preview', [`deploy -- -c stage=pr-12 ${unasked}`, verifying]],
    ['destroy', ['destroy -- -c stage=pr-12 --force']],
    ['prod', [`deploy -- -c stage=prod ${unasked}`, `${verifying} --read-only --stage prod`, standby]],
  ])('runs in the job %s: %j, and the CDK CLI does not ask', (name, expected) => {
    const job = parts.find((part) => nameOf(part) === name) ?? '';
    expect(npmCalls(job)).toEqual(expected.map((command) => `run ${command}`));
    const [verb = '', ...words] = (expected[0] ?? '').split(' ');
    const help = execFileSync(process.execPath, [require.resolve('aws-cdk/bin/cdk'), verb, '--help']);
    const options = words.filter((word) => /^--\w/.test(word));
    expect(`${help}`.split(/[ ,"]+/)).toEqual(expect.arrayContaining(options));
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

test.each(['ci', 'deploy'])('%s.yml has no stored secret, and no expression in a command', (name) => {
  const lines = readText(`.github/workflows/${name}.yml`).split('\n');
  expect(lines.filter((line) => line.includes('secrets'))).toEqual([]);
  const expressions = lines.filter((line) => line.includes('$' + '{{'));
  const isValue = (line: string) =>
    /^ +(group|name|STAGE|STANDBY|GH_TOKEN|AWS_REGION|role-to-assume|aws-region|node-version): /.test(line);
  expect(expressions.filter((line) => !isValue(line))).toEqual([]);
});

test.each(['ci', 'deploy'])('%s.yml pins each action to a commit, and leaves no credentials in a checkout', (name) => {
  const text = readText(`.github/workflows/${name}.yml`);
  const actions = [...text.matchAll(/uses: (?!\.)(.+)/g)].map(([, action]) => action);
  expect(actions.filter((action) => !/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ''))).toEqual([]);
  const checkouts = text.split('uses: actions/checkout@').slice(1);
  expect(checkouts.filter((step) => !/^.+\n {8}with:\n {10}persist-credentials: false\n/.test(step))).toEqual([]);
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
  const locks = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' });
  expect(folders.split(', ').map((folder) => `${folder}/package-lock.json`.replace(/^\/+/, ''))).toEqual(
    locks.trimEnd().split('\n'),
  );
});
