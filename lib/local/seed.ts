import type { ExampleResource } from '../../functions/http/resource';
import { resources } from '../../functions/resources';

/** Fields of a sample. A relation names its parent by the parent's `id` here. */
type Sample = { readonly id?: string; readonly [field: string]: ExampleResource[string] | undefined };

const [ada, alan] = ['01a1f3ad-8e00-7000-8000-000000000001', '01a1f3ad-8e00-7000-8000-000000000003'];

/** Samples beside the examples of the OpenAPI document, by collection. */
const more: Readonly<Record<string, readonly Sample[]>> = {
  USER: [{ id: alan, name: 'Alan Turing', email: 'alan@example.com' }],
  POST: [
    { title: 'Notes on the Analytical Engine', content: 'It weaves algebraic patterns.', userId: ada },
    { title: 'On computable numbers', content: 'A number whose decimals a machine can write.', userId: alan },
    { title: 'House rules', content: 'Be kind.' },
    { title: 'Poetical science', content: 'Imagination is the discovering faculty.', userId: ada },
    { title: 'Can machines think?', content: 'A game of imitation.', userId: alan },
    { title: 'Intelligent machinery', content: 'A child can be taught.', userId: alan },
    { title: 'Bernoulli numbers', content: 'Note G, step by step.', userId: ada },
    { title: 'Welcome', content: 'Change me, or delete me.' },
  ],
};

/** Creates a resource, under its id if there is one. Returns the id. */
const createResource = async (url: string, headers: Record<string, string>, { id, ...resource }: Sample) => {
  const [method, address] = id ? ['PUT', `${url}/${id}`] : ['POST', url];
  const allHeaders = { 'content-type': 'application/json', ...headers, ...(id && { 'if-none-match': '*' }) };
  const response = await fetch(address, { method, headers: allHeaders, body: JSON.stringify(resource) });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${method} ${address}: ${response.status} ${text}; start with --empty`);
  return String(JSON.parse(text).id);
};

/**
 * Creates the samples through the API, parents before their children. The examples keep their ids, so that /docs can try
 * them. With ownership they get new ids, because only admins create under an old id.
 */
export const seed = async (url: string, headers: Record<string, string>, keepsIds: boolean) => {
  const ids = new Map<Sample[string], string>();
  for (const { collection, path, relation, examples } of resources) {
    for (const { id, ...fields } of [...examples.stored, ...(more[collection] ?? [])] as readonly Sample[]) {
      const parent = relation && ids.get(fields[relation.attribute]);
      const sample = { ...fields, ...(parent && { [relation.attribute]: parent }), id: keepsIds ? id : undefined };
      // Sends one request at a time. Three at once would start three instances of the function, which takes longer.
      const created = await createResource(`${url}${path}`, headers, sample);
      if (id) ids.set(id, created);
    }
  }
};

/** Returns the id of the newest post that the service has. */
export const findNewestPost = async (url: string, headers: Record<string, string>): Promise<string | undefined> => {
  const response = await fetch(`${url}/posts?limit=1`, { headers });
  if (!response.ok) return undefined;
  const [newest] = (await response.json()) as { id: string }[];
  return newest?.id;
};
