import type { Collection } from '../../plan';
import type { Route } from '../http/route';
import type { Field, Fields } from '../model/field';
import { attributeOf } from '../model/models';
import { expandedName } from '../model/relation';
import { findMany } from './get';
import { type Entity, keyOf, parseItems } from './item';

type Expansion = { readonly query: { readonly expand?: string }; readonly expands: Route['expands'] };

/**
 * Adds the parent that `expand` names to each child of a page, with the members that the route shows. A child stays as it is
 * when its parent was created or deleted just now.
 * @example handleList(listOrders, async (request) => withParents(orders, request, await list(orders, request)))
 */
export const withParents = async <F extends Fields, P extends { readonly body: readonly object[] }>(
  { model }: Entity<F>,
  { query: { expand = '' }, expands }: Expansion,
  page: P,
) => {
  const shown = expands?.[expand];
  const fields = Object.entries<Field>(model).map(([name, { parent }]) => ({ name, parent }));
  const { name: field = '', parent: relation } =
    fields.find(({ parent }) => parent && expandedName(parent) === expand) ?? {};
  if (!shown || !relation) return page;
  const parents = { collection: relation.parent.toUpperCase() as Collection, model: shown };
  const parentIdOf = (child: object) => String(Reflect.get(child, field) ?? '');
  const ids = new Set(page.body.map(parentIdOf).filter(Boolean));
  const { id: _, ...others } = shown;
  const names = Object.entries(others).map(([name, each]) => attributeOf(parents.collection, name, each));
  const keys = [...ids].map((id) => keyOf(parents, id));
  const found = await findMany(keys, {
    ProjectionExpression: ['sk', ...names.map((name) => `#${name}`)].join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  });
  const parsed = new Map([...found].map(([id, item]) => [id, parseItems(parents, [item])[0]]));
  const body = page.body.map((child) => {
    const parent = parsed.get(parentIdOf(child));
    return parent ? { ...child, [expand]: parent } : child;
  });
  return { ...page, body };
};
