import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalResources } from './intrinsics';
import { readRolePolicies } from './policy';

type FunctionPlace = { readonly assembly: string; readonly isCalled: boolean };

/** Finds the module of a handler, if the folder has it. Lambda looks for the extensions in the same order. */
export const findModule = (folder: string, name: string): string | undefined =>
  ['js', 'mjs', 'cjs'].map((extension) => join(folder, `${name}.${extension}`)).find(existsSync);

/**
 * Reads a function, as a list of one. A function that no route calls is left out when its module is not there, for example
 * when its code is inline. `isCalled` says whether a route calls the function.
 */
export const readFunction = (id: string, resources: LocalResources, { assembly, isCalled }: FunctionPlace) => {
  const properties = resources.propertiesOf(id);
  const [name = '', exportName = ''] = String(properties.Handler).split('.');
  const folder = join(assembly, `asset.${String(Object(properties.Code).S3Key).replace(/\.zip$/, '')}`);
  const file = findModule(folder, name);
  if (!file && isCalled) throw new Error(`${folder} holds no ${name}.js, .mjs or .cjs`);
  if (!file) return [];
  const { Environment, MemorySize = 128, Timeout = 3, Role } = properties;
  const variables: [string, string | undefined][] = Object.entries(Object(Environment).Variables ?? {});
  const lambda = {
    /** Logical id in the template, and name of the function in ARNs. */
    id,
    /** Name of the handler's file without the extension. Logs show this name. */
    name,
    file,
    exportName,
    isCalled,
    /** Variables of the template. A value is null when only AWS knows it, such as the URL of a queue. */
    environment: Object.fromEntries(variables.map(([key, value = null]) => [key, value])),
    memoryMb: Number(MemorySize),
    timeoutMs: Number(Timeout) * 1000,
    policy: readRolePolicies(Role, resources, !isCalled),
  };
  return [lambda];
};
