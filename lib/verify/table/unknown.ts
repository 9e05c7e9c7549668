import type { TableItem } from '../../../functions/dynamodb/client';
import type { Resource } from '../../../functions/http/resource';
import { pluralIn } from '../../../functions/model/relation';
import { resources } from '../../../functions/resources';
import { all, conditionExpression, equals } from '../../../functions/table/expression';
import { fieldsOf } from '../../transfer/import';
import { resourceIn } from './checks';
import type { Table } from './table';

/** Attributes of the table itself, among them the counts of children. */
const OWN = /^(pk|sk|rev|owner|updatedAt|closedUntil|.*Count)$/;

/** Returns those of some attributes that the model of a resource does not know, such as `posts.subtitle`. */
const unknownOf = (resource: Resource, attributes: readonly string[]) =>
  attributes
    .filter((attribute) => !OWN.test(attribute) && !Object.hasOwn(fieldsOf(resource), attribute))
    .map((attribute) => `${pluralIn(resource.path)}.${attribute}`);

const attributeIn = (name: string) => name.slice(name.indexOf('.') + 1);

/** Returns the attributes of an item that no model knows. */
export const unknownIn = (item: TableItem) => {
  const resource = resourceIn(item);
  return resource ? unknownOf(resource, Object.keys(item)) : [];
};

/** Throws unless each name is of an attribute that no model knows. */
export const checkUnknown = (names: readonly string[]) => {
  for (const name of names) {
    if (!resources.some((resource) => unknownOf(resource, [attributeIn(name)]).includes(name)))
      throw new Error(`--remove is ${name}; allowed: an attribute that no model knows, such as posts.subtitle`);
  }
};

/** Removes an attribute from all items, and keeps their ETags. Returns the number of items that have lost the attribute. */
export const removeUnknown = async ({ TableName, scan, fix }: Table, name: string) => {
  const names = { '#removed': attributeIn(name) };
  let removed = 0;
  for await (const { Items = [] } of scan(true)) {
    for (const { pk, sk, rev } of Items.filter((item) => unknownIn(item).includes(name))) {
      const condition = all(equals('rev', rev), { text: 'attribute_exists(#removed)', names });
      const Update = {
        TableName,
        Key: { pk, sk },
        UpdateExpression: 'REMOVE #removed',
        ...conditionExpression(condition),
      };
      if (await fix([{ Update }])) removed++;
    }
  }
  return removed;
};
