import { type Route, type Verb, verbOf } from '../../functions/kit/http/route';
import {
  allStoredFields,
  childrenOf,
  relationsOf,
  resourceOf,
  storedFields,
  versionsOf,
} from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import * as siteRoutes from '../../functions/kit/site/routes';
import * as routes from '../../functions/routes';

/**
 * Units, bytes and time of one request, for items of 1 kB and pages of 50 items, and the part of the route in the requests
 * of a typical month, beside those of the other routes. test/contract measures the units.
 */
export type RouteBudget = Record<'readUnits' | 'writeUnits' | 'responseBytes' | 'ms' | 'share', number>;

/** 90 % of the clients take compressed responses. Prose has 0.41 of its size in brotli or gzip at the lowest level. */
const compressed = (bytes: number) => bytes * (0.1 + 0.9 * 0.41);

/**
 * Counts the indexes that hold what a version of a resource creates. Each takes a unit for each write of an item. A creation
 * also writes the defaults of the indexed fields that the version lacks.
 */
const indexesOf = (resource: Resource) => {
  const own = storedFields(resource);
  const isOwn = (attribute: string) => own.some((field) => field.attribute === attribute);
  const others = allStoredFields(resource).filter(
    ({ attribute, field }) => field.default !== undefined && !isOwn(attribute),
  );
  return [...own, ...others].filter(({ field: { parent, isIndexed } }) => parent || isIndexed).length;
};

const budgetOf = (resource: Resource, verb: Verb): RouteBudget => {
  const versions = versionsOf(resource);
  const fields = Object.values(resource.input);
  const uniques = fields.filter(({ unique }) => unique).length;
  const relations = relationsOf(resource);
  // A unique value is one more item, in a transaction, which doubles units.
  const own = uniques + relations.length > 0 ? 2 + 2 * uniques : 1;
  // A counter of children is one item more in the transaction: of each parent, and the own one.
  const isParent = childrenOf(resource).length > 0;
  const counters = 2 * relations.length + (isParent ? 2 : 0);
  const [whole, update] = [
    (isParent ? Math.max(own, 2) : own) + counters + indexesOf(resource),
    1 + indexesOf(resource),
  ];
  // A creation is a transaction, which doubles the unit of an item that is written alone.
  const created = Math.max(2 + indexesOf(resource), whole);
  // A child is used three times as often as a resource without a parent. Versions share the requests.
  const weight = (relations.length > 0 ? 3 : 1) / versions.length;
  const budgets: Record<Verb, RouteBudget> = {
    list: { readUnits: 6.5, writeUnits: 0, responseBytes: compressed(50_000), ms: 2, share: 25 * weight },
    create: { readUnits: 0, writeUnits: created, responseBytes: 1_000, ms: 2.6, share: 12 * weight },
    get: { readUnits: 1, writeUnits: 0, responseBytes: 1_000, ms: 1.6, share: 50 * weight },
    replace: { readUnits: 0, writeUnits: update, responseBytes: 1_000, ms: 2.3, share: 3 * weight },
    update: { readUnits: 0, writeUnits: update, responseBytes: 1_000, ms: 2.3, share: 7 * weight },
    remove: { readUnits: 1, writeUnits: whole, responseBytes: 0, ms: 3.2, share: 3 * weight },
  };
  return budgets[verb];
};

/** Budget of the six routes of each resource. The bill leaves out the other routes, which clients rarely call. */
export const budget: Readonly<Record<string, RouteBudget>> = Object.fromEntries(
  Object.entries<Route>(routes).flatMap(([name, route]) => {
    const [resource, verb] = [resourceOf(route), verbOf(route)];
    return resource && verb ? [[name, budgetOf(resource, verb)]] : [];
  }),
);

/** Names of the routes that the bill leaves out, without those of the site, which read nothing. */
export const unbilled = Object.keys(routes).filter((name) => !(name in budget || name in siteRoutes));

const shares = Object.values(budget).reduce((sum, { share }) => sum + share, 0);

/** Returns how many of the requests of a month are those of a route. */
export const requestsOf = ({ share }: RouteBudget, requests: number) => (share * requests) / shares;
