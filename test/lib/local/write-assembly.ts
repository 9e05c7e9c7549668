import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type CfnElement, Duration, Stack } from 'aws-cdk-lib';
import { HttpApi, type HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { type LocalService, serve } from '../../../lib/local/serve';
import type { HttpParts } from '../../../lib/verify/http';
import { temporaryFolder } from '../../support/folder';
import { send } from '../../support/http';

type AssemblyFixture = {
  /** Code of each function by its name, and the keys of its routes. */
  functions: Record<string, readonly [code: string, ...routeKeys: string[]]>;
  /** Grants permissions to a function. */
  grants?: Record<string, (lambda: LambdaFunction, table: Table) => void>;
  /** Properties of resources by their ids, in place of the usual ones. */
  properties?: Record<string, object>;
  /** Other resources. */
  more?: Record<string, { Type: string; Properties: object }>;
};

/** Code of a function that answers the event. */
export const echo = 'exports.handler = async (event) => event;';

export const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

/** Stack whose logical ids are the names of its constructs, such as `echoFunction` and `echoFunctionServiceRole`. */
class FixtureStack extends Stack {
  protected override allocateLogicalId({ node }: CfnElement) {
    return node.path.replace(/^Fixture|\w+Route\d+\/(?=\w+\/)|\bResource$|\W/g, '');
  }
}

/** Synthesizes a stack of plain CDK: a table, an HTTP API, and functions in JavaScript. Returns the cloud assembly. */
export const writeAssembly = ({ functions, grants = {}, properties = {}, more }: AssemblyFixture) => {
  const app = new App({ outdir: temporaryFolder() });
  const stack = new FixtureStack(app, 'Fixture');
  const key = (name: string) => ({ name, type: AttributeType.STRING });
  const table = new Table(stack, 'Table', { partitionKey: key('pk'), sortKey: key('sk') });
  table.addGlobalSecondaryIndex({ indexName: 'byUser', partitionKey: key('userId'), sortKey: key('sk') });
  const httpApi = new HttpApi(stack, 'Api');
  for (const [name, [code, ...routeKeys]] of Object.entries(functions)) {
    const folder = temporaryFolder();
    writeFileSync(join(folder, `${name}.js`), code);
    const lambda = new LambdaFunction(stack, `${name}Function`, {
      code: Code.fromAsset(folder),
      handler: `${name}.handler`,
      runtime: Runtime.NODEJS_22_X,
      timeout: Duration.seconds(10),
    });
    grants[name]?.(lambda, table);
    const integration = new HttpLambdaIntegration(`${name}Integration`, lambda);
    for (const [index, [method, path]] of routeKeys.map((key) => key.split(' ')).entries()) {
      const routeKey = path ? HttpRouteKey.with(path, method as HttpMethod) : HttpRouteKey.DEFAULT;
      new HttpRoute(stack, `${name}Route${index}`, { httpApi, routeKey, integration });
    }
  }
  const assembly = app.synth();
  const { Resources } = assembly.getStackByName('Fixture').template;
  for (const [id, changed] of Object.entries(properties)) Object.assign(Resources[id].Properties, changed);
  writeFileSync(
    join(assembly.directory, 'Fixture.template.json'),
    JSON.stringify({ Resources: { ...Resources, ...more } }),
  );
  return assembly.directory;
};

/** Serves a fixture to the tests of a file. */
export const useFixture = (fixture: AssemblyFixture, onLog?: (name: string, line: string) => void) => {
  let local: LocalService;
  beforeAll(async () => {
    local = await serve({ port: 0, assembly: writeAssembly(fixture), onLog });
  });
  afterAll(() => local.close());
  return { service: () => local, ask: (line: string, parts?: HttpParts) => send(local.url, line, parts) };
};
