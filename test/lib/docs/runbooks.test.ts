import { spawnSync } from 'node:child_process';
import * as v from 'valibot';
import { runCost } from '../../../lib/cost/command';
import { Settings } from '../../../lib/stack/settings';
import { runExport } from '../../../lib/transfer/commands';
import { runVerify } from '../../../lib/verify/command';
import { readText } from '../../support/sources';
import { everySetting, templateOf } from '../../support/stack';

const texts = ['lib/deploy/README.md', 'lib/deploy/RUNBOOKS.md'].map(readText);
const code = texts.flatMap((text) => [...text.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block));
/** Returns the texts in the commands that the group of a pattern matches. */
const named = (pattern: RegExp) => code.flatMap((block) => [...block.matchAll(pattern)].map(([, name = '']) => name));

test.each(code)('bash accepts the commands of a runbook: %s', (block) => {
  // Without --norc, bash takes Node's pipe for a remote shell and reads ~/.bashrc.
  const { status, stderr } = spawnSync('bash', ['--norc', '-n'], { input: block, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

test('the runbooks name outputs and resources that exist', () => {
  const { Outputs, each } = templateOf(everySetting);
  expect(Object.keys(Outputs)).toEqual(expect.arrayContaining(named(/\$\(output (\w+)/g)));
  for (const type of named(/\$\(resources ([\w:]+)/g)) expect(each(type)).not.toEqual([]);
});

test('the runbooks name settings, and values that the settings take', () => {
  const deployments = named(/\bnpm run (?:deploy|destroy) --((?: -c \S+)+)/g);
  expect(deployments.length).toBeGreaterThan(5);
  for (const deployment of deployments) {
    const given = [...deployment.matchAll(/-c (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
    expect(Object.keys(Settings.entries)).toEqual(expect.arrayContaining(given.map(([name]) => name)));
    expect(v.is(Settings, Object.fromEntries(given))).toBe(true);
  }
});

test.each([
  ['cost', runCost],
  ['export', runExport],
  ['verify', runVerify],
])('the runbooks name options that npm run %s has', async (name, run) => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await run(['--help']);
  const help = write.mock.calls.join('');
  write.mockRestore();
  const options = named(new RegExp(`npm run (?:-s )?${name} --( [^\\n|&#]*)`, 'g'))
    .join(' ')
    .match(/--[a-z-]+/g);
  for (const option of options ?? []) expect(help).toContain(`  ${option}`);
});
