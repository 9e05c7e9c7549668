import type { TableItem } from '../../../functions/kit/dynamodb/client';
import { pluralIn } from '../../../functions/kit/model/relation';
import { all, conditionExpression, equals } from '../../../functions/kit/table/expression';
import { allStoredFields } from '../../../functions/resources';
import { isOwnAttribute } from '../../stack/model-rules';
import { resourceIn } from './checks';
import type { Table } from './table';

/** Returns the attributes of an item that no model knows, such as `posts.subtitle`. */
export const unknownIn = (item: TableItem) => {
  const resource = resourceIn(item);
  if (!resource) return [];
  const known = allStoredFields(resource).map(({ attribute }) => attribute);
  const names = Object.keys(item).filter((name) => !isOwnAttribute(name, resource) && !known.includes(name));
  return names.map((name) => `${pluralIn(resource.path)}.${name}`);
};

/** Removes an attribute from all items, and keeps their ETags. Returns the number of items that have lost the attribute. */
export const removeUnknown = async ({ TableName, scan, fix }: Table, name: string) => {
  const exists = { text: 'attribute_exists(#removed)', names: { '#removed': name.slice(name.indexOf('.') + 1) } };
  let count = 0;
  for await (const { Items = [] } of scan(true)) {
    for (const { pk, sk, rev } of Items.filter((item) => unknownIn(item).includes(name))) {
      const isSame = conditionExpression(all(equals('rev', rev), exists));
      const Update = { TableName, Key: { pk, sk }, UpdateExpression: 'REMOVE #removed', ...isSame };
      if (await fix([{ Update }])) count++;
    }
  }
  return count;
};
