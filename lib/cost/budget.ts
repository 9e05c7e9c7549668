import type { Resource } from '../../functions/kit/http/resource';
import { type Route, type Verb, verbOf } from '../../functions/kit/http/route';
import { parentOf, resourceOf } from '../../functions/resources';
import * as routes from '../../functions/routes';

/** Units, bytes and time of one request, for items of 1 kB with a parent and pages of 50 items. test/contract measures the units. */
export type RouteBudget = {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly responseBytes: number;
  readonly ms: number;
  /** Share of the route in the requests of a typical month. */
  readonly share: number;
};

/** Size of a compressed page, as a share of the page. test/lib/cost/cost.test.ts measures prose. */
export const COMPRESSED_SIZE = 0.41;

/** 90 % of the clients take compressed responses. */
const compressed = (bytes: number) => bytes * (0.1 + 0.9 * COMPRESSED_SIZE);

const verbBudget = (resource: Resource, verb: Verb) => {
  const { collection, relation } = resource;
  // An e-mail address is one more item, in a transaction, which doubles units.
  const own = collection === 'USER' ? 4 : 1;
  // A parent adds a transaction with the update of its count, and the indexes that hold the items.
  const added = parentOf(resource)?.relation ? 5 : 4;
  const [whole, update] = relation ? [own + added, 2] : [own, 1];
  const budgets: Record<Verb, Omit<RouteBudget, 'share'>> = {
    list: { readUnits: 6.5, writeUnits: 0, responseBytes: compressed(50_000), ms: 2 },
    // A creation is a transaction, which doubles the unit of an item that is written alone.
    create: { readUnits: 0, writeUnits: Math.max(2, whole), responseBytes: 1_000, ms: 2.6 },
    get: { readUnits: 1, writeUnits: 0, responseBytes: 1_000, ms: 1.6 },
    replace: { readUnits: 0, writeUnits: update, responseBytes: 1_000, ms: 2.3 },
    update: { readUnits: 0, writeUnits: update, responseBytes: 1_000, ms: 2.3 },
    remove: { readUnits: 1, writeUnits: whole, responseBytes: 0, ms: 3.2 },
  };
  return budgets[verb];
};

const shares: Readonly<Record<string, Readonly<Record<Verb, number>>>> = {
  USER: { list: 5, create: 2, get: 15, replace: 1, update: 1, remove: 1 },
  POST: { list: 20, create: 10, get: 35, replace: 2, update: 6, remove: 2 },
};

/** Budget of the six routes of each resource. The bill leaves out the other routes, which clients rarely call. */
export const budget: Readonly<Record<string, RouteBudget>> = Object.fromEntries(
  Object.entries<Route>(routes).flatMap(([name, route]) => {
    const [resource, verb] = [resourceOf(route), verbOf(route)];
    if (!resource || !verb) return [];
    return [[name, { ...verbBudget(resource, verb), share: shares[resource.collection]?.[verb] ?? 0 }]];
  }),
);
