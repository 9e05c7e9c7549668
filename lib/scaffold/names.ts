import { folderOf } from '../../functions/kit/http/route';
import { wordOf } from '../../functions/kit/model/relation';
import type { Resource } from '../../functions/kit/site/openapi/resource';

/** Matches lower-case words with hyphens between them. */
export const WORDS = /^[a-z]+(-[a-z]+)*$/;

/** Returns the singular of a plural in -s. Throws for another plural, such as `people`. */
export const singularOf = (plural: string) => {
  if (!/[a-rt-z]s$/.test(plural))
    throw new Error(`The resource is "${plural}", which does not end in -s; name one of them, as by --noun person`);
  const word = plural.replace(/ies$/, 'ys').replace(/([^ao]us|ss|x|sh|[nrt]ch)es$/, '$1s');
  return word.slice(0, -1);
};

export const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns `orderItem` for `order-item`. */
export const camelCase = (words: string) => words.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the name of the entity of a resource: `orderItems`, or `orderItemsV2` in its second version. */
export const entityNameOf = (path: string) => camelCase(folderOf(path));

/** Returns the name under which a resource describes itself, such as `ordersDocs`. */
export const docsNameOf = (path: string) => `${entityNameOf(path)}Docs`;

/** Returns the name of the list of what belongs to a resource, such as `orderChildren`. */
export const childrenNameOf = ({ collection }: Pick<Resource, 'collection'>) =>
  `${camelCase(wordOf(collection))}Children`;
