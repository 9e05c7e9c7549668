import { resources } from '../../functions/resources';

/** Creates a resource, under its id if there is one. Returns the id. */
const createResource = async (url: string, headers: Record<string, string>, sample: { readonly id?: string }) => {
  const { id, ...resource } = sample;
  const [method, address] = id ? ['PUT', `${url}/${id}`] : ['POST', url];
  const allHeaders = { 'content-type': 'application/json', ...headers, ...(id && { 'if-none-match': '*' }) };
  const response = await fetch(address, { method, headers: allHeaders, body: JSON.stringify(resource) });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${method} ${address}: ${response.status} ${text}; start with --empty`);
  return String(JSON.parse(text).id);
};

/**
 * Creates the examples of the OpenAPI document through the API, parents before their children. The examples keep their ids,
 * so that /docs can try them. With ownership they get new ids, because only admins create under an old id.
 */
export const seed = async (url: string, headers: Record<string, string>, keepsIds: boolean) => {
  const ids = new Map<unknown, string>();
  for (const { path, relation, examples } of resources) {
    for (const { id, ...fields } of examples.stored) {
      const parent = relation && ids.get(fields[relation.attribute]);
      const sample = { ...fields, ...(parent && { [relation.attribute]: parent }), id: keepsIds ? id : undefined };
      // Sends one request at a time. Three at once would start three instances of the function, which takes longer.
      ids.set(id, await createResource(`${url}${path}`, headers, sample));
    }
  }
};
