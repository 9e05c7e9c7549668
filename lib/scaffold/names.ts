import { entityNameOf } from '../../functions/kit/http/route';

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

/** Returns the name under which a resource describes itself, such as `ordersDocs`. */
export const docsNameOf = (path: string) => `${entityNameOf(path)}Docs`;
