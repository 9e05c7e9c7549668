import { firstVersions } from '../../functions/kit/resources';
import { validBody } from '../models/valid-body';

/**
 * Creates the examples of the OpenAPI document through the API, parents before their children. The examples keep their ids,
 * so that /docs can try them. With ownership they get new ids, because only admins create under an old id.
 */
export const seed = async (url: string, headers: Record<string, string>, keepsIds: boolean) => {
  const ids = new Map<unknown, string>();
  for (const resource of firstVersions) {
    const { path, examples } = resource;
    for (const { id, ...example } of examples.stored) {
      const body = JSON.stringify(validBody(resource, { example, parents: (_, parentId) => ids.get(parentId) }));
      const [method, address] = keepsIds ? ['PUT', `${url}${path}/${id}`] : ['POST', `${url}${path}`];
      const condition = keepsIds && { 'if-none-match': '*' };
      const allHeaders = { 'content-type': 'application/json', ...headers, ...condition };
      // Sends one request at a time. Three at once would start three instances of the function, which takes longer.
      const response = await fetch(address, { method, headers: allHeaders, body });
      const text = await response.text();
      if (response.status !== 201)
        throw new Error(`${method} ${address}: ${response.status} ${text}; start with --empty`);
      ids.set(id, String(JSON.parse(text).id));
    }
  }
};
