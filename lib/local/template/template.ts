import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreateTableInput } from '@aws-sdk/client-dynamodb';
import { readFunction } from './function';
import { resolveResources, type TemplateResources } from './intrinsics';
import { readMapping } from './mapping';
import { readRoute } from './route';

/** CORS configuration of the API, as CloudFormation has it. */
export type Cors = { readonly MaxAge?: number } & {
  readonly [list in `Allow${'Origins' | 'Methods' | 'Headers'}` | 'ExposeHeaders']?: readonly string[];
};
/** Part of a template that `npm start` serves. */
export type LocalTemplate = ReturnType<typeof readTemplate>;
export type LocalMapping = LocalTemplate['mappings'][number];
export type LocalFunction = LocalTemplate['functions'][number];
/** Table of the template. CloudFormation, CreateTable and DescribeTable have the same names for these properties. */
export type LocalTable = Omit<CreateTableInput, 'TableName'> & { readonly TableName: string };

const tableType = /^AWS::DynamoDB::(Global)?Table$/;

/** Reads a table from its properties. Leaves out what only the deployed table has, such as limits. */
const readTable = (properties: Record<string, unknown>): LocalTable => {
  const {
    TableName,
    KeySchema,
    AttributeDefinitions,
    GlobalSecondaryIndexes: all,
    StreamSpecification: stream,
  } = properties as LocalTable;
  const indexes = all?.map(({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }));
  // The template of a global table does not say that its stream is enabled.
  const StreamSpecification = stream && { ...stream, StreamEnabled: true };
  return { TableName, KeySchema, AttributeDefinitions, GlobalSecondaryIndexes: indexes, StreamSpecification };
};

/** Reads the one template of an assembly. The suffix names tables without a TableName. `timeoutMs` replaces all timeouts. */
export const readTemplate = (assembly: string, tableSuffix = '', timeoutMs?: number) => {
  const files = readdirSync(assembly).filter((file) => file.endsWith('.template.json'));
  const [file] = files;
  if (file === undefined || files.length > 1)
    throw new Error(`${assembly} holds ${files.length} files named *.template.json; exactly one is needed`);
  const { Resources }: { Resources: TemplateResources } = JSON.parse(readFileSync(join(assembly, file), 'utf8'));
  for (const [id, resource] of Object.entries(Resources))
    if (tableType.test(resource.Type))
      resource.Properties = { TableName: `${id}${tableSuffix}`, ...resource.Properties };
  const resources = resolveResources(Resources);
  const { readAll } = resources;

  const apis = readAll(/^AWS::ApiGatewayV2::Api$/, ({ CorsConfiguration: cors, ProtocolType: type }, apiId) =>
    type === 'HTTP' ? [{ apiId, cors: cors as Cors | undefined }] : [],
  ).flat();
  const [api] = apis;
  if (!api || apis.length > 1) throw new Error(`${file} holds ${apis.length} HTTP APIs; exactly one is needed`);
  const timeout = timeoutMs && { timeoutMs };
  const routes = readAll(/^AWS::ApiGatewayV2::Route$/, (properties) =>
    properties.ApiId === api.apiId ? [{ ...readRoute(properties, resources), ...timeout }] : [],
  ).flat();
  const isCalled = (id: string) => routes.some(({ functionId }) => functionId === id);
  return {
    ...api,
    tables: readAll(tableType, readTable),
    functions: readAll(/^AWS::Lambda::Function$/, (_, id) =>
      readFunction(id, resources, { assembly, isCalled: isCalled(id) }).map((lambda) => ({ ...lambda, ...timeout })),
    ).flat(),
    routes,
    mappings: readAll(/^AWS::Lambda::EventSourceMapping$/, readMapping).flat(),
  };
};
