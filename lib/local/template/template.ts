import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cors } from '../gateway/cors';
import { type LocalResources, propertiesOf } from './intrinsics';
import { readRolePolicies } from './policy';
import { readRoute } from './route';
import { readTable } from './table';

/** Part of a template that `npm start` serves. */
export type LocalTemplate = ReturnType<typeof readTemplate>;
export type LocalFunction = LocalTemplate['functions'][number];

const tableType = /^AWS::DynamoDB::(Global)?Table$/;

/** Finds the module of a handler. Lambda looks for the extensions in the same order. */
export const findModule = (folder: string, name: string): string => {
  const files = ['js', 'mjs', 'cjs'].map((extension) => join(folder, `${name}.${extension}`));
  const file = files.find(existsSync);
  if (!file) throw new Error(`${folder} holds no ${name}.js, .mjs or .cjs`);
  return file;
};

const readFunction = (id: string, properties: Record<string, unknown>, assembly: string) => {
  const [name = '', exportName = ''] = String(properties.Handler).split('.');
  const hash = String(Object(properties.Code).S3Key).replace(/\.zip$/, '');
  const variables: Record<string, unknown> = Object(properties.Environment).Variables ?? {};
  return {
    /** Logical id in the template, and name of the function in ARNs. */
    id,
    /** Name of the handler's file without the extension. Logs show this name. */
    name,
    file: findModule(join(assembly, `asset.${hash}`), name),
    exportName,
    environment: Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)])),
    memoryMb: Number(properties.MemorySize ?? 128),
    timeoutMs: Number(properties.Timeout ?? 3) * 1000,
  };
};

/** Reads the one template of an assembly. The suffix names tables without a TableName. `timeoutMs` replaces all timeouts. */
export const readTemplate = (assembly: string, tableSuffix = '', timeoutMs?: number) => {
  const files = readdirSync(assembly).filter((file) => file.endsWith('.template.json'));
  const [file] = files;
  if (file === undefined || files.length > 1) {
    throw new Error(`${assembly} holds ${files.length} files named *.template.json; exactly one is needed`);
  }
  const { Resources: resources }: { Resources: LocalResources } = JSON.parse(
    readFileSync(join(assembly, file), 'utf8'),
  );
  for (const [id, resource] of Object.entries(resources))
    if (tableType.test(resource.Type))
      resource.Properties = { TableName: `${id}${tableSuffix}`, ...resource.Properties };
  const readAll = <T>(type: RegExp, read: (id: string, properties: Record<string, unknown>) => T): T[] =>
    Object.entries(resources)
      .filter(([, resource]) => type.test(resource.Type))
      .map(([id, resource]) => read(id, propertiesOf(resource, resources)));

  const [api, ...otherApis] = readAll(/^AWS::ApiGatewayV2::Api$/, (id, properties) => ({ id, properties }));
  if (!api || otherApis.length > 0)
    throw new Error(`${file} holds ${otherApis.length + (api ? 1 : 0)} HTTP APIs; exactly one is needed`);
  return {
    apiId: api.id,
    tables: readAll(tableType, (_, properties) => readTable(properties)),
    functions: readAll(/^AWS::Lambda::Function$/, (id, properties) => ({
      ...readFunction(id, properties, assembly),
      ...(timeoutMs && { timeoutMs }),
      policy: readRolePolicies(properties.Role, resources),
    })),
    routes: readAll(/^AWS::ApiGatewayV2::Route$/, (_, properties) => ({
      ...readRoute(properties, resources),
      ...(timeoutMs && { timeoutMs }),
    })),
    cors: api.properties.CorsConfiguration as Cors | undefined,
  };
};
