import { withoutSlash } from '../http/response';

/** Tells whether an address matches a path such as `/orders/{id}`. Ignores slashes at the end. A parameter is never empty. */
export const matchesPath = (path: string, address: string) => {
  const [wanted, segments] = [path, address].map((one) => withoutSlash(one).split('/'));
  const matches = (word: string, segment = '') => (word.startsWith('{') ? segment !== '' : word === segment);
  return wanted?.length === segments?.length && wanted?.every((word, i) => matches(word, segments?.[i]));
};
