import { type Entity, entityOf } from '../entity';
import type { Fields } from '../model/field';
import { type Position, SORTING } from '../model/page';
import { expandedName } from '../model/relation';
import { maxItemBytes } from '../resources.built';
import { findMany } from './get';
import { parseItems } from './item';
import { keyOf } from './keys';
import { MAX_BYTES } from './query';
import { type ListQuery, placeBehind } from './source';

type Expansion = {
  readonly query: ListQuery & { readonly expand?: string };
  /** Models of the members that `expand` adds. */
  readonly expands?: Readonly<Record<string, Fields>>;
};
type ChildPage = { readonly body: readonly object[]; readonly next?: Position };

const memberOf = (child: object | undefined, name: string) => String(Object(child)[name] ?? '');

/**
 * Adds the parent that `expand` names to each child of a page, with the members that the route shows. A child stays as it is
 * when its parent was created or deleted just now. The page ends at about 1 MB with its parents, and before the first child
 * whose parent is not read. `next` goes on there.
 * @example handleList(listOrders, async (request) => withParents(orders, request, await list(orders, request)))
 */
export const withParents = async <F extends Fields, P extends ChildPage>(
  entity: Entity<F>,
  { query, expands }: Expansion,
  page: P,
) => {
  const { expand = '', id: asked } = query;
  const shown = expands?.[expand];
  const { name: field = '', field: { parent: relation } = {} } =
    [...entity.members.values()].find(({ field: { parent } }) => parent && expandedName(parent) === expand) ?? {};
  if (!shown || !relation) return page;
  const collection = relation.parent.toUpperCase();
  const parents = entityOf({ collection, path: '/', model: shown });
  const ids = new Set(page.body.map((child) => memberOf(child, field)).filter(Boolean));
  const names = parents.fields.flatMap(({ name, attribute }) => (name === 'id' ? [] : [attribute]));
  const keys = [...ids].map((id) => keyOf(parents, id));
  const { found, rest } = await findMany(keys, {
    maxBytes: maxItemBytes[collection],
    ProjectionExpression: ['sk', ...names.map((name) => `#${name}`)].join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  });
  const parsed = new Map([...found].map(([id, item]) => [id, parseItems(parents, [item])[0]]));
  const body = page.body.map((child) => {
    const parent = parsed.get(memberOf(child, field));
    return parent ? { ...child, [expand]: parent } : child;
  });
  const unread = new Set(rest.map(({ sk }) => sk));
  let bytes = 0;
  const end = body.findIndex((child, index) => {
    bytes += Buffer.byteLength(JSON.stringify(child));
    // Shows one child at least, so that each page goes on.
    return index > 0 && (bytes > MAX_BYTES || unread.has(memberOf(child, field)));
  });
  if (end < 0) return { ...page, body };
  const last = Object(body[end - 1]);
  const { name = '' } = query[SORTING] ?? {};
  const next = asked
    ? { id: asked.slice(asked.indexOf(memberOf(body[end], 'id'))) }
    : placeBehind(entity.members.get(name)?.field.sorted?.keyOf(last[name], last.id) ?? last.id);
  return { ...page, body: body.slice(0, end), next };
};
