import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { titleOf } from '../../functions/kit/site/openapi/resource';
import { resources } from '../../functions/resources';
import { aResource } from '../support/declared';

const TIMEOUT_MS = 10 * 60_000;

const time = '2026-01-01T00:00:00.000Z';

/** Example of each resource as a response shows it, with the name of its schema. Other languages shorten whole seconds. */
const examples = resources.map((resource) => ({
  name: titleOf(resource),
  text: JSON.stringify({ ...resource.examples.stored[0], createdAt: time, updatedAt: time }).replaceAll(
    '.000Z',
    '.123Z',
  ),
}));

/** Resource whose models the clients use by name. */
const { resource, text } = { resource: resources[0], text: '', ...aResource.found };
const title = resource ? titleOf(resource) : '';
const stored = JSON.stringify({ ...resource?.examples.stored[0], createdAt: time, updatedAt: time, owner: 'me' });
const member = text.charAt(0).toUpperCase() + text.slice(1);

/** Uses a client in Go: it reads and writes each example, and a resource of a later version may have a member more. */
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
	var read ${title}
	err := json.Unmarshal([]byte(\`${stored}\`), &read)
	input := ${title}Input{${member}: read.${member}}
	if err != nil || input.${member} == "" || read.AdditionalProperties["owner"] != "me" { t.Fatal(err, read) }
}`;

const importAll = (name: string) => `import importlib, pkgutil, typing, ${name}
for found in pkgutil.walk_packages(${name}.__path__, "${name}."): importlib.import_module(found.name)`;

/** Uses a client in Python: it reads and writes each example, and a problem of a later version may have another code. */
const pythonTest = `${importAll('made')}
import json
from made.models import ${title}Input, Problem, ${examples.map(({ name }) => name).join()}
for model, text in [${examples.map(({ name, text }) => `(${name}, r'''${text}''')`).join()}]:
    written = json.dumps(model.from_dict(json.loads(text)).to_dict()).replace("123000+00:00", "123Z")
    assert json.loads(written) == json.loads(text), written
assert typing.get_type_hints(${title}Input)["${text}"] is str
values = dict(type="about:blank", title="Gone", status=410, detail="", requestId="")
assert Problem.from_dict({**values, "code": "from-later"}).code == "from-later"`;

/** Creates models with values, because Python compiles a pattern only when a value is given. */
const pydanticTest = `${importAll('openapi_client')}
import json
from openapi_client import Fault, ${resources.map((each) => `${titleOf(each)}Input`).join()}
assert ${title}Input.model_fields["${text}"].annotation is str
${resources.map((each) => `${titleOf(each)}Input(**json.loads(r'''${JSON.stringify(each.examples.create.request)}'''))`).join('\n')}
Fault(parameter="", detail="is not a parameter")`;

const javaTest = `import org.openapitools.client.model.${title}Input;
class Title { static final String TITLE = new ${title}Input().${text}("Hello").get${member}(); }`;

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
