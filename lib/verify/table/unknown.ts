import type { TableItem } from '../../../functions/dynamodb/client';
import { pluralIn } from '../../../functions/model/relation';
import { resources } from '../../../functions/resources';
import { all, conditionExpression, equals } from '../../../functions/table/expression';
import { isOwnAttribute } from '../../stack/model-rules';
import { fieldsOf } from '../../transfer/import';
import { resourceIn } from './checks';
import type { Table } from './table';

/** Returns the attributes of an item that no model knows, such as `posts.subtitle`. */
export const unknownIn = (item: TableItem, resource = resourceIn(item)) =>
  Object.keys(resource ? item : {})
    .filter((attribute) => !isOwnAttribute(attribute) && !Object.hasOwn(fieldsOf(resource?.path), attribute))
    .map((attribute) => `${pluralIn(resource?.path ?? '')}.${attribute}`);

const attributeIn = (name: string) => name.slice(name.indexOf('.') + 1);

/** Removes an attribute from all items, and keeps their ETags. Returns the number of items that have lost the attribute. */
export const removeUnknown = async ({ TableName, scan, fix }: Table, name: string) => {
  const exists = { text: 'attribute_exists(#removed)', names: { '#removed': attributeIn(name) } };
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

/** Throws if the table itself or a model knows one of these attributes. */
export const checkUnknown = (names: readonly string[]) => {
  const isUnknown = (name: string) =>
    resources.some((resource) => unknownIn({ [attributeIn(name)]: '' }, resource).includes(name));
  const known = names.find((name) => !isUnknown(name));
  if (known) throw new Error(`--remove is ${known}; allowed: an attribute that no model knows, such as posts.subtitle`);
};
