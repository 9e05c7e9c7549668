import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cors, readCors } from '../gateway/cors';
import type { Guard } from '../gateway/guard';
import { isRecord, type Resource, type Resources, resolve } from './intrinsics';
import { isGranted, type Statement, statements } from './policy';
import { type LocalTable, readTable } from './table';

type Properties = Record<string, unknown>;

const tableType = /^AWS::DynamoDB::(Global)?Table$/;

/** `id` is the logical id; `name` the handler's file, which is what people and tests call the function. */
export type LocalFunction = {
  id: string;
  name: string;
  file: string;
  exportName: string;
  environment: Record<string, string>;
  memoryMb: number;
  timeoutMs: number;
  policy: Statement[];
};
export type Route = { routeKey: string; functionId: string; timeoutMs: number; isPermitted: boolean; guard?: Guard };
export type Template = {
  apiId: string;
  tables: LocalTable[];
  functions: LocalFunction[];
  routes: Route[];
  cors?: Cors;
};

/** What the one template in a cloud assembly says, as far as serving it needs; the suffix ends the tables' names. */
export function readTemplate(assembly: string, tableSuffix = ''): Template {
  const files = readdirSync(assembly).filter((file) => file.endsWith('.template.json'));
  const [file] = files;
  if (file === undefined || files.length > 1) {
    throw new Error(`${assembly} holds ${files.length} files named *.template.json; exactly one is needed`);
  }
  const { Resources: resources = {} }: { Resources?: Resources } = JSON.parse(
    readFileSync(join(assembly, file), 'utf8'),
  );
  for (const [id, resource] of Object.entries(resources)) {
    if (tableType.test(resource.Type))
      resource.Properties = { TableName: `${id}${tableSuffix}`, ...resource.Properties };
  }
  const each = <T>(type: RegExp, read: (id: string, properties: Properties) => T): T[] =>
    Object.entries(resources)
      .filter(([, resource]) => type.test(resource.Type))
      .map(([id, resource]) => read(id, propertiesOf(resource, resources)));

  const [api, ...otherApis] = each(/^AWS::ApiGatewayV2::Api$/, (id, properties) => ({ id, properties }));
  if (!api || otherApis.length > 0)
    throw new Error(`${file} holds ${otherApis.length + (api ? 1 : 0)} HTTP APIs; exactly one is needed`);
  return {
    apiId: api.id,
    tables: each(tableType, (_, properties) => readTable(String(properties.TableName), properties)),
    functions: each(/^AWS::Lambda::Function$/, (id, properties) =>
      readFunction({ id, properties, assembly, policies: rolePolicy(properties.Role, resources) }),
    ),
    routes: each(/^AWS::ApiGatewayV2::Route$/, (_, properties) => readRoute(properties, resources)),
    cors: readCors(api.properties.CorsConfiguration),
  };
}

function propertiesOf(resource: Resource | undefined, resources: Resources): Properties {
  const resolved = resolve(resource?.Properties ?? {}, resources);
  return isRecord(resolved) ? resolved : {};
}

function readFunction(from: {
  id: string;
  properties: Properties;
  assembly: string;
  policies: Statement[];
}): LocalFunction {
  const { id, properties } = from;
  const { Code: code, Environment: environment } = properties;
  const [name = '', exportName = ''] = String(properties.Handler).split('.');
  const hash = isRecord(code) ? String(code.S3Key).replace(/\.zip$/, '') : '';
  const variables = isRecord(environment) && isRecord(environment.Variables) ? environment.Variables : {};
  return {
    id,
    name,
    file: moduleIn(join(from.assembly, `asset.${hash}`), name),
    exportName,
    environment: Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)])),
    memoryMb: Number(properties.MemorySize ?? 128),
    timeoutMs: Number(properties.Timeout ?? 3) * 1000,
    policy: from.policies,
  };
}

/** Lambda looks for a handler's module in this order, and loads the second kind by import. */
export function moduleIn(folder: string, name: string): string {
  const files = ['js', 'mjs', 'cjs'].map((kind) => join(folder, `${name}.${kind}`));
  const file = files.find(existsSync);
  if (!file) throw new Error(`${folder} holds no ${name}.js, .mjs or .cjs`);
  return file;
}

/** A role's own policies, those that it names, and those attached to it from outside. */
function rolePolicy(roleArn: unknown, resources: Resources): Statement[] {
  const roleId = String(roleArn).split('/').at(-1) ?? '';
  const role = propertiesOf(resources[roleId], resources);
  const inline = [role.Policies ?? []].flat().filter(isRecord);
  const named = [role.ManagedPolicyArns ?? []].flat().map((id) => propertiesOf(resources[String(id)], resources));
  const attached = Object.values(resources)
    .filter((resource) => resource.Type === 'AWS::IAM::Policy')
    .map((resource) => propertiesOf(resource, resources))
    .filter((policy) => [policy.Roles].flat().includes(roleId));
  return [...inline, ...named, ...attached].flatMap((policy) => statements(policy.PolicyDocument, roleId));
}

function readRoute(properties: Properties, resources: Resources): Route {
  const routeKey = String(properties.RouteKey);
  const integrationId = String(properties.Target).split('/').at(-1) ?? '';
  const integration = propertiesOf(resources[integrationId], resources);
  if (integration.IntegrationType !== 'AWS_PROXY' || integration.PayloadFormatVersion !== '2.0') {
    throw new Error(
      `${routeKey} has integration ${integration.IntegrationType} ${integration.PayloadFormatVersion}; allowed is AWS_PROXY 2.0`,
    );
  }
  const arn = String(integration.IntegrationUri);
  return {
    routeKey,
    // An alias has its name behind that of the function.
    functionId: arn.split(':')[6] ?? '',
    timeoutMs: Number(integration.TimeoutInMillis ?? 30_000),
    guard: readGuard(properties, resources),
    isPermitted: isGranted(rolePolicy(integration.CredentialsArn, resources), 'lambda:InvokeFunction', arn),
  };
}

function readGuard(route: Properties, resources: Resources): Guard | undefined {
  const { AuthorizationType: type = 'NONE', AuthorizerId: id, AuthorizationScopes: scopes } = route;
  if (type === 'NONE') return undefined;
  if (type !== 'JWT') throw new Error(`${route.RouteKey} has AuthorizationType ${type}; allowed are NONE and JWT`);
  const { JwtConfiguration: jwt, IdentitySource: source } = propertiesOf(resources[String(id)], resources);
  if (!isRecord(jwt) || String(source) !== '$request.header.Authorization')
    throw new Error(
      `${route.RouteKey} has an authorizer that reads ${source}; allowed is $request.header.Authorization`,
    );
  return {
    issuer: String(jwt.Issuer),
    audience: [jwt.Audience].flat().map(String),
    scopes: [scopes ?? []].flat().map(String),
  };
}
