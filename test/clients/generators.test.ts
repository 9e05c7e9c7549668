import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

type Generator = {
  readonly title: string;
  /** The commands that this needs, each by the names that it may have. */
  readonly commands: readonly (readonly string[])[];
  /** What follows the generator's name. */
  readonly make: (description: string) => readonly string[];
  readonly compile: readonly (readonly string[])[];
  /** A file that was made, and the type that a title has in it. */
  readonly file: string;
  readonly typed: RegExp;
};

const minutesMs = 10 * 60_000;

const importAll = (name: string) =>
  `import importlib, pkgutil, ${name}\nfor found in pkgutil.walk_packages(${name}.__path__, "${name}."): importlib.import_module(found.name)`;

const compilePython = (name: string, more = '') => [
  ['python3', '-m', 'compileall', '-q', name],
  ['python3', '-c', `${importAll(name)}\n${more}`],
];

/** Python compiles a pattern only when a value is given. */
const useModels = `from openapi_client import Fault, PostInput, UserInput
PostInput(title="Hello", content="")
UserInput(name="Ada", email="ada@lovelace.example")
Fault(parameter="", detail="is not a parameter")`;

const quick = ['--global-property', 'apiDocs=false,modelDocs=false,apiTests=false,modelTests=false'];
const openApiGenerator = ['openapi-generator-cli', 'openapi-generator'];

const generators: readonly Generator[] = [
  {
    title: 'oapi-codegen (Go)',
    commands: [['oapi-codegen'], ['go']],
    make: (description) => ['-generate', 'types,client', '-package', 'made', '-o', 'made.go', description],
    compile: [
      ['go', 'mod', 'init', 'made'],
      ['go', 'mod', 'tidy'],
      ['go', 'vet', './...'],
    ],
    file: 'made.go',
    typed: /^type PostInput struct \{[^}]*\bTitle +string /m,
  },
  {
    title: 'openapi-python-client',
    commands: [['openapi-python-client'], ['python3']],
    make: (path) => ['generate', '--path', path, '--output-path', 'made', '--meta', 'none', '--fail-on-warning'],
    compile: compilePython('made'),
    file: 'made/models/post_input.py',
    typed: /^ {4}title: str$/m,
  },
  {
    title: 'OpenAPI Generator (Python)',
    commands: [openApiGenerator, ['java'], ['python3']],
    make: (description) => ['generate', '-g', 'python', '-i', description, '-o', '.', ...quick],
    compile: compilePython('openapi_client', useModels),
    file: 'openapi_client/models/post_input.py',
    typed: /^ {4}title: Annotated\[str, /m,
  },
  {
    title: 'OpenAPI Generator (Java)',
    commands: [openApiGenerator, ['java'], ['mvn']],
    make: (description) => ['generate', '-g', 'java', '-i', description, '-o', '.', ...quick],
    compile: [['mvn', '-q', '-B', '-Dmaven.test.skip=true', 'compile']],
    file: 'src/main/java/org/openapitools/client/model/PostInput.java',
    typed: /^ {2}private String title;$/m,
  },
];

const folders = (process.env.PATH ?? '').split(delimiter);
const installed = (names: readonly string[]) =>
  names.find((name) => folders.some((folder) => existsSync(join(folder, name))));

/** What a compiler says whose libraries are not there, and cannot be fetched. */
const NO_LIBRARIES =
  /No module named '(?!made|openapi_client)|dial tcp|no such host|module lookup disabled|Could not (?:resolve|transfer)/;

const run = ([command = '', ...args]: readonly string[], cwd: string) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: minutesMs });
  return status === 0 ? undefined : `${command}: ${error ?? ''}${stdout}${stderr}`.slice(-5000);
};

describe.each(generators)('$title', ({ title, commands, make, compile, file, typed }) => {
  const missing = commands.filter((names) => !installed(names)).map((names) => names.join(' or '));
  const [tool = []] = commands;
  if (missing.length > 0) process.stderr.write(`${title} is not tried: no ${missing.join(', no ')} on the PATH.\n`);
  const each = missing.length > 0 ? test.skip.each : test.each;
  const suffix = missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : '';

  each(['openapi.json', 'guarded.json'])(
    `makes a client of %s that compiles${suffix}`,
    (description) => {
      const folder = mkdtempSync(join(tmpdir(), 'made-'));
      try {
        expect(run([installed(tool) ?? '', ...make(join(__dirname, description))], folder)).toBeUndefined();
        expect(readFileSync(join(folder, file), 'utf8')).toMatch(typed);
        for (const step of compile) {
          const complaint = run(step, folder);
          if (complaint && NO_LIBRARIES.test(complaint)) {
            process.stderr.write(
              `${title}: the client of ${description} is not compiled, for want of its libraries.\n`,
            );
            return;
          }
          expect(complaint).toBeUndefined();
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    minutesMs,
  );
});

test('openapi-typescript knows every text as a string', () => {
  const made = readFileSync(join(__dirname, 'api.ts'), 'utf8');
  expect(made).toMatch(/PostInput: \{[^}]*\btitle: string;/);
  expect(made).not.toContain('& unknown');
});
