import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { generators } from './client-generators';

const TIMEOUT_MS = 10 * 60_000;

const folders = (process.env.PATH ?? '').split(delimiter);
const installed = (names: readonly string[]) =>
  names.find((name) => folders.some((folder) => existsSync(join(folder, name))));

/** The errors of a compiler that cannot find or download libraries. */
const MISSING_LIBRARIES = new RegExp(
  [
    "No module named '(?!made|openapi_client)",
    'dial tcp',
    'no such host',
    'module lookup disabled',
    'Could not (?:resolve|transfer)',
  ].join('|'),
);

const run = ([command = '', ...args]: readonly string[], cwd: string) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: TIMEOUT_MS });
  return status === 0 ? undefined : `${command}: ${error ?? ''}${stdout}${stderr}`.slice(-5000);
};

describe.each(generators)('$title', ({ title, commands, argumentsFor, compile, testFile, file, typed }) => {
  const missing = commands.filter((names) => !installed(names)).map((names) => names.join(' or '));
  const [tool = []] = commands;
  if (missing.length > 0) process.stderr.write(`${title} is not tested: the PATH has no ${missing.join(', no ')}.\n`);
  const each = missing.length > 0 ? test.skip.each : test.each;
  const suffix = missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : '';

  each(['openapi.json', 'guarded.json'])(
    `generates a client of %s that compiles${suffix}`,
    (description) => {
      const folder = mkdtempSync(join(tmpdir(), 'made-'));
      try {
        expect(run([installed(tool) ?? '', ...argumentsFor(join(__dirname, description))], folder)).toBeUndefined();
        expect(readFileSync(join(folder, file), 'utf8')).toMatch(typed);
        if (testFile) writeFileSync(join(folder, testFile[0]), testFile[1]);
        for (const step of compile) {
          const error = run(step, folder);
          if (error && MISSING_LIBRARIES.test(error)) {
            process.stderr.write(
              `${title}: the client of ${description} is not compiled, because libraries are missing.\n`,
            );
            return;
          }
          expect(error).toBeUndefined();
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    TIMEOUT_MS,
  );
});

test('openapi-typescript declares every text as a string', () => {
  const types = readFileSync(join(__dirname, 'api.ts'), 'utf8');
  expect(types).toMatch(/PostInput: \{[^}]*\btitle: string;/);
  expect(types).not.toContain('& unknown');
});
