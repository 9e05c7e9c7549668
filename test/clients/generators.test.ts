import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { titleOf } from '../../functions/kit/http/resource';
import { resources } from '../../functions/resources';

const TIMEOUT_MS = 10 * 60_000;

const id = '01890000-0000-7000-8000-000000000000';
const time = '2026-01-01T00:00:00.000Z';

/** Example of each resource as a response shows it, with the name of its schema. Other languages shorten whole seconds. */
const examples = resources.map((resource) => ({
  name: titleOf(resource),
  text: JSON.stringify({ ...resource.examples.stored[0], createdAt: time, updatedAt: time }).replaceAll(
    '.000Z',
    '.123Z',
  ),
}));

/** Uses a client in Go: it reads and writes each example, and a post of a later version may have a member more. */
const goTest = (name: string) => `package ${name}
import ("encoding/json"; "reflect"; "testing")
func TestExamples(t *testing.T) {
	for text, read := range map[string]any{ ${examples.map(({ name, text }) => `\`${text}\`: &${name}{}`).join()} } {
		var before, after any
		err := json.Unmarshal([]byte(text), read)
		written, _ := json.Marshal(read)
		json.Unmarshal([]byte(text), &before)
		json.Unmarshal(written, &after)
		if err != nil || !reflect.DeepEqual(before, after) { t.Fatal(err, text, string(written)) }
	}
}
func TestClient(t *testing.T) {
	var post Post
	later := \`{ "id": "${id}", "title": "Hello", "content": "", "createdAt": "${time}", "updatedAt": "${time}", "owner": "me" }\`
	err := json.Unmarshal([]byte(later), &post)
	input := PostInput{Title: "Hello"}
	if err != nil || post.Title != input.Title || post.AdditionalProperties["owner"] != "me" { t.Fatal(err, post) }
}`;

const importAll = (name: string) => `import importlib, pkgutil, typing, ${name}
for found in pkgutil.walk_packages(${name}.__path__, "${name}."): importlib.import_module(found.name)`;

/** Uses a client in Python: it reads and writes each example, and a problem of a later version may have another code. */
const pythonTest = `${importAll('made')}
import json
from made.models import PostInput, Problem, ${examples.map(({ name }) => name).join()}
for model, text in [${examples.map(({ name, text }) => `(${name}, r'''${text}''')`).join()}]:
    written = json.dumps(model.from_dict(json.loads(text)).to_dict()).replace("123000+00:00", "123Z")
    assert json.loads(written) == json.loads(text), written
assert typing.get_type_hints(PostInput)["title"] is str
values = dict(type="about:blank", title="Gone", status=410, detail="", requestId="")
assert Problem.from_dict({**values, "code": "from-later"}).code == "from-later"`;

/** Creates models with values, because Python compiles a pattern only when a value is given. */
const pydanticTest = `${importAll('openapi_client')}
from openapi_client import Fault, PostInput, UserInput
assert PostInput.model_fields["title"].annotation is str
PostInput(title="Hello", content="")
UserInput(name="Ada", email="ada@lovelace.example")
Fault(parameter="", detail="is not a parameter")`;

const javaTest = `import org.openapitools.client.model.PostInput;
class Title { static final String TITLE = new PostInput().title("Hello").getTitle(); }`;

const openApiGenerator = (language: string) =>
  `openapi-generator-cli generate -g ${language} -i "$DESCRIPTION" -o . \
    --global-property apiDocs=false,modelDocs=false,apiTests=false,modelTests=false`;

/** The generators, each with the file that uses its client, and the script that makes the client and runs the file. */
const generators = [
  {
    title: 'oapi-codegen (Go)',
    commands: ['oapi-codegen', 'go'],
    file: ['made_test.go', goTest('made')],
    script: `oapi-codegen -generate types,client -package made -o made.go "$DESCRIPTION"
      go mod init made; go mod tidy; go test .`,
  },
  {
    title: 'openapi-python-client',
    commands: ['openapi-python-client', 'python3'],
    file: ['use.py', pythonTest],
    script: `openapi-python-client generate --path "$DESCRIPTION" --output-path=made --meta=none --fail-on-warning
      python3 use.py`,
  },
  {
    title: 'OpenAPI Generator (Go)',
    commands: ['openapi-generator-cli', 'java', 'go'],
    file: ['made_test.go', goTest('openapi')],
    script: `${openApiGenerator('go')}
      go mod tidy; go test .`,
  },
  {
    title: 'OpenAPI Generator (Python)',
    commands: ['openapi-generator-cli', 'java', 'python3'],
    file: ['use.py', pydanticTest],
    script: `${openApiGenerator('python')}
      python3 use.py`,
  },
  {
    title: 'OpenAPI Generator (Java)',
    commands: ['openapi-generator-cli', 'java', 'mvn'],
    file: ['src/main/java/Title.java', javaTest],
    script: `${openApiGenerator('java')}
      mvn -q -B -Dmaven.test.skip=true compile`,
  },
] as const;

/** The errors of a compiler that cannot find or download libraries. */
const MISSING_LIBRARIES =
  /No module named '(?!made|openapi_client)|dial tcp|no such host|module lookup disabled|Could not (resolve|transfer)/;

const isMissing = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0;

describe.each(generators)('$title', ({ title, commands, file: [name, code], script }) => {
  const missing = commands.filter(isMissing).join(', ');
  if (missing) process.stderr.write(`${title} is not tested: the PATH has no ${missing}.\n`);

  (missing ? test.skip : test).each(['openapi.json', 'guarded.json'])(
    'makes a client of %s that compiles, with strings for texts, and reads what a later version adds',
    (description) => {
      const folder = mkdtempSync(join(tmpdir(), 'made-'));
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), code);
      const env = { ...process.env, DESCRIPTION: join(__dirname, description) };
      const made = spawnSync('sh', ['-ec', script], { cwd: folder, env, encoding: 'utf8', timeout: TIMEOUT_MS });
      rmSync(folder, { recursive: true });
      const output = `${made.stdout}${made.stderr}`;
      if (MISSING_LIBRARIES.test(output))
        return void process.stderr.write(
          `${title}: the client of ${description} is not compiled, without libraries.\n`,
        );
      expect({ output, status: made.status }).toEqual({ output, status: 0 });
    },
    TIMEOUT_MS,
  );
});
