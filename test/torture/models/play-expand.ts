import { deepEqual, ok } from 'node:assert/strict';
import type { TableItem } from '../../../functions/kit/dynamodb/client';
import { mintId } from '../../../functions/kit/model/id';
import { attributeOf } from '../../../functions/kit/model/models';
import { expandedName } from '../../../functions/kit/model/relation';
import { keyIn } from '../../../functions/kit/table/keys';
import { official } from '../../support/dynamodb/official';
import { isLarge } from './any-field';
import type { AnyResource } from './any-resource';
import { LARGE, unitsOf } from './play-versions';
import { senderTo } from './sender';

const COPIES = 8;

/** Stores copies of an item under new ids, each with other values. */
const copyItem = async (noun: string, id: string, valuesOf: (index: number) => TableItem) => {
  const { TABLE_NAME: TableName } = process.env;
  const { Item = {} } = await official.get({ TableName, Key: keyIn(noun, id) });
  const keys = Array.from({ length: COPIES }, () => keyIn(noun, mintId()));
  for (const [index, key] of keys.entries())
    await official.put({ TableName, Item: { ...Item, ...valuesOf(index), ...key } });
  return keys;
};

/** Checks that the lists of a child with its parents, which can be large, end their pages and show each child once. */
export const playExpand = async (child: AnyResource, id: string) => {
  const [relation] = child.relations;
  const { listRoute, entity } = child;
  if (!relation) return;
  const name = expandedName(relation);
  const shown = Object.entries(listRoute.expands[name] ?? {});
  const large = shown.filter(([, field]) => isLarge(field)).map((each) => attributeOf(relation.parent, ...each));
  const { body } = await senderTo(child, id)('ada', 'GET');
  const parents = await copyItem(relation.parent, body[relation.attribute], () =>
    Object.fromEntries(large.map((attribute) => [attribute, LARGE])),
  );
  const attribute = attributeOf(entity.collection, relation.attribute, entity.model[relation.attribute] ?? {});
  const children = await copyItem(entity.collection, id, (index) => ({ [attribute]: parents[index]?.sk }));
  const found: string[] = [];
  for (let query: string | undefined = `limit=100&expand=${name}`; query; ) {
    const asked: string = query;
    const page = await senderTo(child)('ada', 'GET', { query: asked });
    const units = await unitsOf(() => senderTo(child)('ada', 'GET', { query: asked }));
    const bytes = Buffer.byteLength(JSON.stringify(page.body));
    ok(units <= 300 + 150 && bytes < 1_700_000, `${child.path}?${asked}: ${units} units, ${bytes} bytes`);
    found.push(...page.body.map((each: { id: string }) => each.id));
    [, query] = /<[^?]*[?]([^>]*)>; rel="next"/.exec(String(page.headers.link ?? '')) ?? [];
  }
  const ids = children.map(({ sk }) => sk);
  deepEqual(found.filter((each) => ids.includes(each)).sort(), ids.sort(), 'children with their parents');
  const { TABLE_NAME: TableName } = process.env;
  for (const Key of [...parents, ...children]) await official.delete({ TableName, Key });
};
