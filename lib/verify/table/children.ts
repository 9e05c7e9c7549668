import { countOf, pluralIn } from '../../../functions/model/relation';
import { all, equals, isNewer, updateExpression } from '../../../functions/table/expression';
import { newRevision } from '../../../functions/table/item';
import { keyIn, type TableRelation } from '../../../functions/table/relation';
import { type Check, sameAs } from './tear';

/** Makes the check that the parent of a child exists. */
export const checkParent =
  (relation: TableRelation, isOptional: boolean): Check =>
  async (child, { read }) => {
    const { attribute, parent, child: noun } = relation;
    const { sk, rev, [attribute]: parentId } = child;
    if (parentId === undefined) return undefined;
    const parentKey = keyIn(parent, String(parentId));
    if (await read(parentKey)) return undefined;
    const found = `${noun} ${sk} names ${parent} ${parentId}, which does not exist`;
    const seen = [rev];
    if (!isOptional)
      return { found, seen, mend: `create this ${parent} by PUT with If-None-Match: *, then verify again` };
    return {
      found,
      mend: `remove its ${attribute}`,
      seen,
      writes: (TableName) => {
        const change = { [attribute]: undefined, ...newRevision(String(sk)) };
        const update = updateExpression(change, all(equals('rev', rev), isNewer));
        return [sameAs(TableName, parentKey), { Update: { TableName, Key: keyIn(noun, String(sk)), ...update } }];
      },
    };
  };

/** Makes the check that a parent counts all its children. */
export const checkCount =
  (relation: TableRelation): Check =>
  async (item, { childIds }) => {
    const count = countOf(relation);
    const { sk, rev, [count]: stored } = item;
    const ids = await childIds(relation, String(sk));
    const { length } = ids;
    if ((stored ?? 0) === length) return undefined;
    return {
      found: `${relation.parent} ${sk} has ${count} ${stored ?? 0} and ${length} ${pluralIn(relation.path)}`,
      mend: `set ${count} to ${length}`,
      seen: [rev, stored, ids],
      needsScan: true,
      writes: (TableName) => {
        const update = updateExpression({ [count]: length }, all(equals('rev', rev), equals(count, stored)));
        return [{ Update: { TableName, Key: keyIn(relation.parent, String(sk)), ...update } }];
      },
    };
  };
