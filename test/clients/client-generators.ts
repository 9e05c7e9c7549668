type ClientGenerator = {
  readonly title: string;
  /** The required commands. Each entry lists the names that a command may have. */
  readonly commands: readonly (readonly string[])[];
  /** The arguments of the generator. */
  readonly argumentsFor: (description: string) => readonly string[];
  readonly compile: readonly (readonly string[])[];
  /** A test of the generated client, in the language of the client. */
  readonly testFile?: readonly [path: string, code: string];
  /** A generated file, and the declaration of the title that it must contain. */
  readonly file: string;
  readonly typed: RegExp;
};

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

const time = '2026-01-01T00:00:00.000Z';
const times = { createdAt: time, updatedAt: time };
const post = { id: '01890000-0000-7000-8000-000000000000', title: 'Hello', content: '', ...times, owner: 'somebody' };

/** Reads a response of a later version in Go, with a member that this version does not have. */
const goTest = (name: string) => `package ${name}
import ("encoding/json"; "testing")
func TestLater(t *testing.T) {
	var post Post
	err := json.Unmarshal([]byte(\`${JSON.stringify(post)}\`), &post)
	if err != nil || post.Title != "Hello" || post.AdditionalProperties["owner"] != "somebody" { t.Fatal(err, post) }
}`;

const testGo = [
  ['go', 'mod', 'tidy'],
  ['go', 'test', '.'],
];

/** Reads a problem of a later version in Python, with a code that this version does not have. */
const readCode = `from made.models import Problem
values = dict(type="about:blank", title="Gone", status=410, detail="", requestId="")
assert Problem.from_dict({**values, "code": "from-later"}).code == "from-later"`;

const quick = ['--global-property', 'apiDocs=false,modelDocs=false,apiTests=false,modelTests=false'];
const openApiGenerator = ['openapi-generator-cli', 'openapi-generator'];

export const generators: readonly ClientGenerator[] = [
  {
    title: 'oapi-codegen (Go)',
    commands: [['oapi-codegen'], ['go']],
    argumentsFor: (description) => ['-generate', 'types,client', '-package', 'made', '-o', 'made.go', description],
    compile: [['go', 'mod', 'init', 'made'], ...testGo],
    testFile: ['made_test.go', goTest('made')],
    file: 'made.go',
    typed: /^type PostInput struct \{[^}]*\bTitle +string /m,
  },
  {
    title: 'openapi-python-client',
    commands: [['openapi-python-client'], ['python3']],
    argumentsFor: (path) => ['generate', '--path', path, '--output-path=made', '--meta=none', '--fail-on-warning'],
    compile: compilePython('made', readCode),
    file: 'made/models/post_input.py',
    typed: /^ {4}title: str$/m,
  },
  {
    title: 'OpenAPI Generator (Go)',
    commands: [openApiGenerator, ['java'], ['go']],
    argumentsFor: (description) => ['generate', '-g', 'go', '-i', description, '-o', '.', ...quick],
    compile: testGo,
    testFile: ['later_test.go', goTest('openapi')],
    file: 'model_post_input.go',
    typed: /^\tTitle string /m,
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
