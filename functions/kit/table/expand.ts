import type { Collection } from '../../plan';
import type { Fields, Relation } from '../model/field';
import { attributeOf } from '../model/models';
import { findMany } from './get';
import { type Entity, keyOf, parseItems } from './item';

type Expansion = { readonly query: { readonly expand?: string } };

/**
 * Adds the parent that `expand` names to each child of a page, with the members that the relation shows. A child stays as
 * it is when its parent was created or deleted just now.
 * @example handleList(listOrders, async (request) => withParents(orders, request, await list(orders, request)))
 */
export const withParents = async <F extends Fields, P extends { readonly body: readonly object[] }>(
  { model }: Entity<F>,
  { query }: Expansion,
  page: P,
) => {
  const relations = Object.values<{ readonly parent?: Relation }>(model).flatMap(({ parent }) => parent ?? []);
  const relation = relations.find(({ parent }) => parent === query.expand);
  if (!relation) return page;
  const { attribute, parent, shown = {} } = relation;
  const entity = { collection: parent.toUpperCase() as Collection, model: shown };
  const parentIdOf = (child: object) => String(Reflect.get(child, attribute) ?? '');
  const ids = new Set(page.body.map(parentIdOf).filter(Boolean));
  const { id: _, ...others } = shown;
  const names = Object.entries(others).map(([name, field]) => attributeOf(entity.collection, name, field));
  const found = await findMany(
    [...ids].map((id) => keyOf(entity, id)),
    {
      ProjectionExpression: ['sk', ...names.map((name) => `#${name}`)].join(', '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    },
  );
  const parents = new Map([...found].map(([id, item]) => [id, parseItems(entity, [item])[0]]));
  const body = page.body.map((child) => {
    const shownParent = parents.get(parentIdOf(child));
    return shownParent ? { ...child, [parent]: shownParent } : child;
  });
  return { ...page, body };
};
