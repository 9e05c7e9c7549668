import { withoutSlash } from '../http/response';

/** Tells whether an address matches a path such as `/orders/{id}`. Ignores slashes at the end. A parameter is never empty. */
export const matchesPath = (path: string, address: string) => {
  const [wanted, segments] = [path, address].map((one) => withoutSlash(one).split('/'));
  const matches = (word: string, segment = '') => (word.startsWith('{') ? segment !== '' : word === segment);
  return wanted?.length === segments?.length && wanted?.every((word, i) => matches(word, segments?.[i]));
};

/** Returns the path that takes an address, of those that match it the one with most words of its own, as API Gateway does. */
export const pathAt = (paths: readonly string[], address: string) => {
  const countParameters = (path: string) => path.split('{').length;
  const matching = paths.filter((path) => matchesPath(path, address));
  return matching.sort((one, other) => countParameters(one) - countParameters(other))[0];
};
