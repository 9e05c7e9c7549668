import type { TableItem } from '../../../functions/dynamodb/client';
import type { Resource } from '../../../functions/http/resource';
import { type Route, verbOf } from '../../../functions/http/route';
import { childrenOf, resourceOf, resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import type { TableRelation } from '../../../functions/table/relation';
import { users } from '../../../functions/users/docs';
import { checkCount, checkParent } from './children';
import { checkAddress, checkClaim } from './claims';
import type { Check } from './tear';

const isOptional = (resource: Resource, attribute = '') =>
  Object.values<Route>(routes).some(
    (route) => resourceOf(route) === resource && verbOf(route) === 'create' && route.body?.[attribute]?.isOptional,
  );

/** Returns the first word of the `pk` of an item: `USER`, `POST`, `EMAIL` or `KEY`. */
export const kindOf = ({ pk }: TableItem) => String(pk).split('#', 1).join();

/** Returns the relation of an item to its parent. */
export const relationOf = (item: TableItem) =>
  resources.find(({ collection }) => collection === kindOf(item))?.relation as TableRelation | undefined;

const checksOfResource = (resource: Resource): Check[] => {
  const [toParent, toChildren] = [resource.relation, childrenOf(resource)] as (TableRelation | undefined)[];
  return [
    ...(resource === users ? [checkAddress] : []),
    ...(toParent ? [checkParent(toParent, isOptional(resource, toParent.attribute))] : []),
    ...(toChildren ? [checkCount(toChildren)] : []),
  ];
};

/** Checks of the items of each kind. */
export const checks: ReadonlyMap<string, readonly Check[]> = new Map([
  ['EMAIL', [checkClaim]],
  ...resources.map((resource) => [resource.collection, checksOfResource(resource)] as const),
]);
