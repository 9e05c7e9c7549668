import { firstVersions } from '../../functions/kit/resources';
import { validBody } from '../models/valid-body';
import { setServerFields, splitMembers } from '../transfer/server-fields';
import type { LocalService } from './serve';

/** Runs a task with the environment of a function. The variables of the developer could name another account of AWS. */
const withEnvironment = async (environment: Record<string, string>, task: () => Promise<void>) => {
  const own = process.env;
  process.env = environment;
  await task().finally(() => {
    process.env = own;
  });
};

/**
 * Creates the examples of the OpenAPI document through the API, parents before their children. The examples keep their ids,
 * so that /docs can try them. With ownership they get new ids, because only admins create under an old id. Then sets the fields
 * that only handlers set, because the creation of a child may change its parent.
 */
export const seed = async (
  { url, environmentOf }: Pick<LocalService, 'url' | 'environmentOf'>,
  headers: Record<string, string>,
  keepsIds: boolean,
) => {
  const ids = new Map<unknown, string>();
  const settings: (() => Promise<void>)[] = [];
  for (const resource of firstVersions) {
    const { path, examples } = resource;
    for (const { id, ...example } of examples.stored) {
      const valid = validBody(resource, { example, parents: (_, parentId) => ids.get(parentId) });
      const { server, others } = splitMembers(resource, valid);
      const body = JSON.stringify(others);
      const [method, address] = keepsIds ? ['PUT', `${url}${path}/${id}`] : ['POST', `${url}${path}`];
      const condition = keepsIds && { 'if-none-match': '*' };
      const allHeaders = { 'content-type': 'application/json', ...headers, ...condition };
      // Sends one request at a time. Three at once would start three instances of the function, which takes longer.
      const response = await fetch(address, { method, headers: allHeaders, body });
      const text = await response.text();
      if (response.status !== 201)
        throw new Error(`${method} ${address}: ${response.status} ${text}; start with --empty`);
      const createdId = String(JSON.parse(text).id);
      ids.set(id, createdId);
      if (Object.keys(server).length === 0) continue;
      const environment = environmentOf(`PUT ${path}/{id}`);
      const values = { id: createdId, values: server };
      settings.push(() => withEnvironment(environment, () => setServerFields(resource, values)));
    }
  }
  for (const set of settings) await set();
};
