import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

type ClientGenerator = {
  readonly title: string;
  /** The required commands. Each entry lists the names that a command may have. */
  readonly commands: readonly (readonly string[])[];
  /** The arguments of the generator. */
  readonly argumentsFor: (description: string) => readonly string[];
  readonly compile: readonly (readonly string[])[];
  /** A generated file, and the declaration of the title that it must contain. */
  readonly file: string;
  readonly typed: RegExp;
};

const TIMEOUT_MS = 10 * 60_000;

const importAll = (name: string) =>
  [
    `import importlib, pkgutil, ${name}`,
    `for found in pkgutil.walk_packages(${name}.__path__, "${name}."): importlib.import_module(found.name)`,
  ].join('\n');

const compilePython = (name: string, more = '') => [
  ['python3', '-m', 'compileall', '-q', name],
  ['python3', '-c', `${importAll(name)}\n${more}`],
];

/** Creates models with values, because Python compiles a pattern only when a value is given. */
const useModels = `from openapi_client import Fault, PostInput, UserInput
PostInput(title="Hello", content="")
UserInput(name="Ada", email="ada@lovelace.example")
Fault(parameter="", detail="is not a parameter")`;

const quick = ['--global-property', 'apiDocs=false,modelDocs=false,apiTests=false,modelTests=false'];
const openApiGenerator = ['openapi-generator-cli', 'openapi-generator'];

const generators: readonly ClientGenerator[] = [
  {
    title: 'oapi-codegen (Go)',
    commands: [['oapi-codegen'], ['go']],
    argumentsFor: (description) => ['-generate', 'types,client', '-package', 'made', '-o', 'made.go', description],
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
    argumentsFor: (path) => [
      'generate',
      '--path',
      path,
      '--output-path',
      'made',
      '--meta',
      'none',
      '--fail-on-warning',
    ],
    compile: compilePython('made'),
    file: 'made/models/post_input.py',
    typed: /^ {4}title: str$/m,
  },
  {
    title: 'OpenAPI Generator (Python)',
    commands: [openApiGenerator, ['java'], ['python3']],
    argumentsFor: (description) => ['generate', '-g', 'python', '-i', description, '-o', '.', ...quick],
    compile: compilePython('openapi_client', useModels),
    file: 'openapi_client/models/post_input.py',
    typed: /^ {4}title: Annotated\[str, /m,
  },
  {
    title: 'OpenAPI Generator (Java)',
    commands: [openApiGenerator, ['java'], ['mvn']],
    argumentsFor: (description) => ['generate', '-g', 'java', '-i', description, '-o', '.', ...quick],
    compile: [['mvn', '-q', '-B', '-Dmaven.test.skip=true', 'compile']],
    file: 'src/main/java/org/openapitools/client/model/PostInput.java',
    typed: /^ {2}private String title;$/m,
  },
];

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

describe.each(generators)('$title', ({ title, commands, argumentsFor, compile, file, typed }) => {
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
