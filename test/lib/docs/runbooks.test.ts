import { execSync, spawnSync } from 'node:child_process';
import * as v from 'valibot';
import { runCost } from '../../../lib/cost/command';
import { runResend } from '../../../lib/resend/command';
import { root, serviceName } from '../../../lib/root';
import { Settings } from '../../../lib/stack/settings';
import { runExport } from '../../../lib/transfer/commands';
import { runVerify } from '../../../lib/verify/command';
import { temporaryFolder } from '../../support/folder';
import { readText } from '../../support/sources';
import { everySetting, templateOf } from '../../support/stack';

const texts = ['README.md', 'RUNBOOKS.md', 'FIRST-DEPLOYMENT.md'].map((name) => readText(`lib/deploy/${name}`));
const code = texts.flatMap((text) => [...text.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block));
/** Returns the texts in the commands that the group of a pattern matches. */
const named = (pattern: RegExp) => code.flatMap((block) => [...block.matchAll(pattern)].map(([, name = '']) => name));

const functions = code.find((block) => block.startsWith('SERVICE='));

/**
 * Stand-ins of programs: they note what they are asked, read an answer, print `$OUT`, and fail when it is `$FAIL`. A list of
 * AWS has an empty page before `$OUT`. The AWS CLI queries each page, so that one element of a list is None on that page.
 */
const standIns = `
play() { echo "$@" >&2; case "$*" in *" deploy "* | *destroy* | *refactor*) read -r && echo "lost: $REPLY" >&2;; esac
  case "$*" in *" list-"*"["[0-9-]*"]"*) echo None;; esac; echo "$OUT"; test "$*" != "$FAIL"; }
for P in node aws npm npx git curl; do eval "$P() { play $P \\"\\$@\\"; }"; done
seq() { echo 1; }; date() { echo 1; }; sleep() { :; }; export ID=ROLLBACK URL=x ITEM=/x OWNER=x BUCKET=x EXPORT=x MOVED=x NEW_ACCOUNT=x`;

/** Pastes a block after the functions, into a bash that reads both from its terminal. Returns what was asked. */
const paste = (block: string, { FAIL = '', OUT = 'ROLLBACK_FAILED' } = {}) => {
  const options = { cwd: temporaryFolder(), env: { ...process.env, FAIL, OUT }, encoding: 'utf8' } as const;
  // Without --norc, bash takes Node's pipe for a remote shell and reads ~/.bashrc.
  const { stderr } = spawnSync('bash', ['--norc'], { ...options, input: [standIns, functions, block].join('\n') });
  return stderr.split('\n').slice(0, -1);
};

test.each(code)('a pasted block loses no command to a question, and stops at its first failure: %s', (block) => {
  const calls = paste(block);
  expect(calls.filter((call) => !/^(node|aws|npm|npx|git|curl) /.test(call))).toEqual([]);
  // A name that is not found is empty, and the programs refuse it.
  for (const FAIL of calls.filter((call) => !/^(node|aws cloudformation (describe|list))/.test(call)))
    expect(paste(block, { FAIL })).toEqual(calls.slice(0, calls.indexOf(FAIL) + 1));
});

test.each(['a b c', ''])('close_api closes each of the functions "%s", and fails without one', (OUT) => {
  const calls = paste('close_api && git next', { OUT });
  expect(calls.filter((call) => / put-function-concurrency .* 0$|next$/.test(call))).toHaveLength(OUT ? 4 : 0);
});

const block = (word: string) => code.find((each) => each.includes(word)) ?? '';
test.each([
  ['the newest backup', 'list-backups', '2026-11-20\tnew\n2026-11-19\told', /--backup-arn new$/],
  ['each table, of which the setting takes one', 'list-tables', 'Table1\nTable2', /table=Table1$/],
])('a block takes %s, of all pages', (_, word, OUT, expected) => {
  expect(paste(block(word), { OUT })).toContainEqual(expect.stringMatching(expected));
});

test('a query asks the log of the functions, and none of another class', () => {
  const asked = named(/--query-string "SOURCE logGroups\(namePrefix: \['\$STACK-(\w+)'\]\) /g);
  expect(asked).toHaveLength(named(/(start-query) /g).length);
  for (const [id, { Properties }] of templateOf(everySetting).entries('Logs::LogGroup')) {
    // The name of a group without a name in the template begins with the stack and the id.
    const isAsked = !Properties.LogGroupName && asked.some((prefix) => id.startsWith(prefix));
    const isOfRoutes = Properties.LogGroupClass === undefined && !id.startsWith('Jobs');
    expect([id, isAsked]).toEqual([id, isOfRoutes]);
  }
});

test('the runbooks name outputs, resources, the stacks, settings and their values that exist', () => {
  const { Outputs, each } = templateOf(everySetting);
  expect(Object.keys(Outputs)).toEqual(expect.arrayContaining(named(/\$\(output (\w+)/g)));
  for (const type of named(/\$\(resources ([\w:]+)/g)) expect(each(type)).not.toEqual([]);
  const [command = ''] = named(/^SERVICE=\$\((.+)\) /gm);
  expect(`${execSync(command, { cwd: root })}`).toBe(`${serviceName}\n`);
  const deployments = named(/\bnpm run (?:deploy|destroy) --((?: -c \S+)+)/g);
  const given = deployments.map((line) =>
    [...line.matchAll(/-c (\w+)="?\$?([^\s"]+)/g)].map(([, name = '', value]) => [name, value]),
  );
  expect(given.length).toBeGreaterThan(5);
  for (const settings of given) expect(v.is(v.strictObject(Settings.entries), Object.fromEntries(settings))).toBe(true);
});

test('the runbooks begin with the page of each alarm', () => {
  const rows = String(texts[1]).split('\n');
  const unnamed = templateOf(everySetting)
    .entries('CloudWatch::Alarm')
    .filter(([id, { Properties }]) => {
      const row = rows.find((each) => each.endsWith(`](${Properties.AlarmDescription.split('RUNBOOKS.md')[1]}) |`));
      return !row?.match(/\w+(?=`)/g)?.some((name) => id.includes(name));
    });
  expect(unnamed.map(([id]) => id)).toEqual([]);
});

test.each([
  ['cost', runCost],
  ['export', runExport],
  ['resend', runResend],
  ['verify', runVerify],
])('the runbooks name options that npm run %s has', async (name, run) => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await run(['--help']);
  const help = write.mock.calls.join('');
  write.mockRestore();
  const lines = named(new RegExp(`npm run (?:-s )?${name} --( [^\\n|&#]*)`, 'g')).join(' ');
  for (const option of lines.match(/--[a-z-]+/g) ?? []) expect(help).toContain(`  ${option}`);
});
