import { type Route, type Verb, verbOf } from '../../functions/kit/http/route';
import type { StoredField } from '../../functions/kit/model/models';
import { childrenOf, resourceOf, versionsOf } from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import * as siteRoutes from '../../functions/kit/site/routes';
import { OWNED } from '../../functions/kit/table/keys';
import * as routes from '../../functions/routes';
import { indexesOfField } from '../models/indexes';

/**
 * Units, bytes and time of one request, for items of 1 kB and pages of 50 items. test/contract measures the units. `share` is
 * the weight of the route among all requests: a route of weight 50 gets twice as many as one of weight 25.
 */
export type RouteBudget = Record<'readUnits' | 'writeUnits' | 'responseBytes' | 'ms' | 'share', number>;

/** Budgets by the names of the routes. */
export type Budget = Readonly<Record<string, RouteBudget>>;

/** 90 % of the clients take compressed responses. Prose has 0.41 of its size in brotli or gzip at the lowest level. */
const compressed = (bytes: number) => bytes * (0.1 + 0.9 * 0.41);

/** Facts of a resource that decide what its requests cost. */
export type Shape = {
  readonly uniques: number;
  readonly parents: number;
  /** Indexes that hold what a creation writes. Each takes a unit for each write of an item. */
  readonly indexes: number;
  /** Indexes sorted by `updatedAt`. A change takes the old entry away, and adds the new one. */
  readonly moving?: number;
  readonly hasChildren: boolean;
  readonly versions: number;
};

/** Setting on which the units of a stage depend: with `ownership`, the index of owners holds each item. */
type Ownership = { readonly ownership?: boolean };

const shapeOf = (resource: Resource, { ownership = false }: Ownership): Shape => {
  // No client writes an optional field that only handlers set.
  const own = [...resource.members.values()].filter(({ field }) => !(field.isServerSet && field.isOptional));
  const isOwn = (attribute: string) => own.some((field) => field.attribute === attribute);
  // A creation also writes the defaults of the listed fields that only other versions have.
  const others = resource.fields.filter(({ attribute, field }) => field.default !== undefined && !isOwn(attribute));
  const indexesIn = (fields: readonly StoredField[]) =>
    fields
      .flatMap((field) => indexesOfField(resource, field))
      .filter(({ attribute }) => ownership || attribute !== OWNED).length;
  return {
    uniques: own.filter(({ field }) => field.unique).length,
    parents: own.filter(({ field }) => field.parent).length,
    indexes: indexesIn([...own, ...others]) + (ownership ? 1 : 0),
    moving: indexesIn(own.filter(({ name }) => name === 'updatedAt')),
    hasChildren: childrenOf(resource).length > 0,
    versions: versionsOf(resource).length,
  };
};

/**
 * Returns the budget of a route of a resource.
 * @example budgetOf({ uniques: 1, parents: 0, indexes: 0, hasChildren: true, versions: 1 }, 'create').writeUnits // 6
 */
export const budgetOf = (shape: Shape, verb: Verb): RouteBudget => {
  const { uniques, parents, indexes, moving = 0, hasChildren, versions } = shape;
  // A unique value is one more item, in a transaction, which doubles units.
  const own = uniques + parents > 0 ? 2 + 2 * uniques : 1;
  // A counter of children is one item more in the transaction: of each parent, and the own one.
  const counters = 2 * parents + (hasChildren ? 2 : 0);
  const whole = (hasChildren ? Math.max(own, 2) : own) + counters + indexes;
  const update = 1 + indexes + moving;
  // A creation is a transaction, which doubles the unit of an item that is written alone.
  const created = Math.max(2 + indexes, whole);
  // A child is used three times as often as a resource without a parent. Versions share the requests.
  const weight = (parents > 0 ? 3 : 1) / versions;
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
export const budgetIn = (stage: Ownership): Budget =>
  Object.fromEntries(
    Object.entries<Route>(routes).flatMap(([name, route]) => {
      const [resource, verb] = [resourceOf(route), verbOf(route)];
      return resource && verb ? [[name, budgetOf(shapeOf(resource, stage), verb)]] : [];
    }),
  );

/** Budget of a stage without ownership. */
export const budget = budgetIn({});

/** Names of the routes that the bill leaves out, without those of the site, which read nothing. */
export const unbilled = Object.keys(routes).filter((name) => !(name in budget || name in siteRoutes));

/** Returns how many of the requests of a month each route gets. */
export const requestsIn = (service: Budget, requests: number): Readonly<Record<string, number>> => {
  const shares = Object.values(service).reduce((sum, { share }) => sum + share, 0);
  return Object.fromEntries(Object.entries(service).map(([name, { share }]) => [name, (share * requests) / shares]));
};
