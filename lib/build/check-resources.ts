import { nounOf, pluralIn, type Resource } from '../../functions/http/resource';
import { pluralOf, type Row } from '../../functions/http/row';
import { resources as allResources } from '../../functions/resources';
import * as routes from '../../functions/routes';

type NamedRow = readonly [name: string, row: Row];

/** Returns the values that occur more than once, with what has them. */
const repeated = (pairs: readonly (readonly [value: string, owner: string])[]) =>
  pairs.flatMap(([value], at) => {
    const owners = pairs.filter(([other]) => other === value).map(([, owner]) => owner);
    const isFirst = pairs.findIndex(([other]) => other === value) === at;
    return isFirst && owners.length > 1 ? [[value, owners.join(' and ')] as const] : [];
  });

const rowFaults = ([name, row]: NamedRow, resources: readonly Resource[]) => {
  const plural = pluralOf(row);
  if (!row.table) return [];
  if (resources.some(({ path }) => pluralIn(path) === plural)) return [];
  return [
    `The row ${name} (${row.routeKey}) has no resource, and so no scope and no budget; add "${plural}" to functions/resources.ts.`,
  ];
};

const parentFaults = ({ path, belongsTo }: Resource, at: number, resources: readonly Resource[]) => {
  if (!belongsTo) return [];
  const before = resources.slice(0, at).map(nounOf);
  if (before.includes(belongsTo.parent)) return [];
  return [
    `${path} belongs to "${belongsTo.parent}", which is no resource before it in functions/resources.ts; there are ${before.join(', ')}.`,
  ];
};

/** Returns one sentence for each fault of the resources and of their rows. */
export const resourceFaults = (resources: readonly Resource[], rows: readonly NamedRow[]) => [
  ...repeated(rows.map(([name, { routeKey }]) => [routeKey, name])).map(
    ([routeKey, names]) => `${routeKey} is the route of ${names}; give each row a route of its own.`,
  ),
  ...repeated(resources.map(({ path, collection }) => [path, collection])).map(
    ([path, names]) => `${path} is the path of ${names}; give each resource a path of its own.`,
  ),
  ...repeated(resources.map(({ path, collection }) => [collection, path])).map(
    ([collection, paths]) => `${collection} is the collection of ${paths}; give each resource a collection of its own.`,
  ),
  ...resources.flatMap(parentFaults),
  ...rows.flatMap((row) => rowFaults(row, resources)),
];

/** Throws an error if a resource or a row does not fit to the others. */
export const checkResources = () => {
  const faults = resourceFaults(allResources, Object.entries<Row>(routes));
  if (faults.length > 0) throw new Error(faults.join('\n'));
};
