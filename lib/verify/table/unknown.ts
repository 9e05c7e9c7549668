import type { TableItem } from '../../../functions/kit/dynamodb/client';
import { countOf, isCount, pluralIn, TOTAL } from '../../../functions/kit/model/relation';
import { firstVersions, relationsOf } from '../../../functions/kit/resources';
import { all, conditionExpression, equals, updateExpression } from '../../../functions/kit/table/expression';
import { sortKeyOf } from '../../../functions/kit/table/keys';
import { isOwnAttribute } from '../../models/field-rules';
import { resourceIn } from './checks';
import { isCounter } from './counters';
import type { Table } from './table';

/** Returns the attributes of an item that no model and no relation knows, such as `notes.subtitle`. */
export const unknownIn = (item: TableItem) => {
  if (isCounter(item)) {
    const counts = firstVersions.flatMap(relationsOf).map(countOf);
    return Object.keys(item).flatMap((name) => (isCount(name) && !counts.includes(name) ? [`counters.${name}`] : []));
  }
  const resource = resourceIn(item);
  if (!resource) return [];
  const known = resource.fields.flatMap(({ attribute, field }) => [
    attribute,
    ...(field.sorted ? [sortKeyOf(attribute)] : []),
  ]);
  const names = Object.keys(item).filter((name) => !isOwnAttribute(name) && !known.includes(name));
  return names.map((name) => `${pluralIn(resource.path)}.${name}`);
};

/** Removes an attribute from all items, and keeps their ETags. Returns the number of items that have lost the attribute. */
export const removeUnknown = async ({ TableName, scan, fix }: Table, name: string) => {
  const attribute = name.slice(name.indexOf('.') + 1);
  let count = 0;
  for await (const { Items = [] } of scan(true)) {
    for (const { pk, sk, rev, [attribute]: value } of Items.filter((item) => unknownIn(item).includes(name))) {
      const isSame = all(equals('rev', rev), equals(attribute, value));
      const changes = isCounter({ sk })
        ? updateExpression({}, isSame, { [TOTAL]: -Number(value) })
        : conditionExpression(isSame);
      const { UpdateExpression: others = '' } = { ...changes };
      const UpdateExpression = `REMOVE #${attribute} ${others}`;
      if (await fix([{ Update: { TableName, Key: { pk, sk }, ...changes, UpdateExpression } }])) count++;
    }
  }
  return count;
};
