import { pathOf, type Row, routeKeysOf } from '../http/row';
import * as routes from '../routes';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const rows: readonly Row[] = Object.values(routes).filter((row) => row.routeKey !== '$default');

const routeKeys = rows.flatMap(routeKeysOf);

const allowAt = (path: string) =>
  METHODS.filter((method) => method === 'OPTIONS' || routeKeys.includes(`${method} ${path}`));

/** Maps each path of the service to its methods, in the order of the `Allow` header. */
export const paths: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  rows
    .map(pathOf)
    .sort()
    .map((path) => [path, allowAt(path)]),
);

/** Removes slashes at the end. The lookbehind keeps the search linear in an address of many slashes. */
export const withoutSlash = (address: string) => address.replace(/(?<!\/)\/+$/, '');

/** Tells whether an address matches a path such as `/posts/{id}`. Ignores slashes at the end. An id is never empty. */
export const matchesPath = (path: string, address: string) => {
  const [wanted, segments] = [path, address].map((one) => withoutSlash(one).split('/'));
  const matches = (word: string, segment = '') => (word === '{id}' ? segment !== '' : word === segment);
  return wanted?.length === segments?.length && wanted?.every((word, i) => matches(word, segments?.[i]));
};

/** Finds the path that matches an address, with the methods of the path. */
export const findPath = (address: string) => Object.entries(paths).find(([path]) => matchesPath(path, address));
