import type { TableItem } from '../../../functions/kit/dynamodb/client';
import { nounOf } from '../../../functions/kit/entity';
import { countOf, IS_PARENT, isCount, pluralIn, TOTAL } from '../../../functions/kit/model/relation';
import { childrenOf, firstVersions } from '../../../functions/kit/resources';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { COUNTER, counterKeyOf } from '../../../functions/kit/table/counter';
import { all, conditionExpression, equals, updateExpression } from '../../../functions/kit/table/expression';
import { keyIn } from '../../../functions/kit/table/keys';
import { type Check, isAsRead } from './tear';

type Counts = Readonly<Record<string, number>>;

export const isCounter = ({ sk }: TableItem) => sk === COUNTER;

const numberIn = (item: TableItem | undefined, name: string) => Number(item?.[name] ?? 0);

/** Returns the counts of a counter that no relation of the resource knows. */
const otherCounts = (counter: TableItem = {}, known: Counts): Counts =>
  Object.fromEntries(
    Object.keys(counter).flatMap((name) =>
      isCount(name) && !(name in known) ? [[name, numberIn(counter, name)] as const] : [],
    ),
  );

const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Returns the condition that a counter is as it was read. A counter has no `rev`, because each child changes it. */
const isSame = (counter: TableItem | undefined, counts: Counts) =>
  conditionExpression(
    all(...['pk', TOTAL, 'owner', 'closedUntil', ...Object.keys(counts)].map((name) => equals(name, counter?.[name]))),
  );

/** Makes the check that a parent has a counter, with the number of its children for each relation and with its owner. */
export const checkCounter =
  (resource: Resource): Check =>
  async (item, { TableName, read, countChildrenOf }) => {
    const { pk, sk, rev, owner, [IS_PARENT]: isParent } = item;
    const noun = nounOf(resource);
    const key = counterKeyOf(noun, String(sk));
    const counter = await read(key);
    const relations = childrenOf(resource);
    const counted = relations.map(async (each) => [countOf(each), await countChildrenOf(each, String(sk))] as const);
    const counts = Object.fromEntries(await Promise.all(counted));
    const allCounts = { ...counts, ...otherCounts(counter, counts) };
    const total = sumOf(allCounts);
    // An item from before it could have children gets its counter with the first child.
    if (!counter && !isParent && total === 0) return undefined;
    const wrong = relations.filter((each) => numberIn(counter, countOf(each)) !== counts[countOf(each)]);
    const faults = [
      ...(counter ? [] : ['has no counter']),
      ...(isParent ? [] : ['is not marked as a parent']),
      ...wrong.map((each) => {
        const name = countOf(each);
        return `has ${name} ${numberIn(counter, name)} and ${counts[name]} ${pluralIn(each.path)}`;
      }),
      ...(wrong.length === 0 && numberIn(counter, TOTAL) !== total
        ? [`has ${TOTAL} ${numberIn(counter, TOTAL)} and ${total} children`]
        : []),
      ...(counter && counter.owner !== owner ? ['has a counter of another owner'] : []),
    ];
    if (faults.length === 0) return undefined;
    const { owner: _, ...kept } = counter ?? {};
    const Item = { ...kept, ...key, ...allCounts, [TOTAL]: total, ...(owner === undefined ? {} : { owner }) };
    const marked = updateExpression({ [IS_PARENT]: true }, equals('rev', rev));
    return {
      found: `${noun} ${sk} ${faults.join(', and ')}`,
      fix: `write its counter with ${total} ${total === 1 ? 'child' : 'children'}`,
      ...(wrong.length > 0 && { needsScan: true as const }),
      writes: [
        { Update: { TableName, Key: { pk, sk }, ...marked } },
        { Put: { TableName, Item, ...isSame(counter, allCounts) } },
      ],
    };
  };

/** Checks that the parent of a counter exists. */
export const checkParentOfCounter: Check = async (counter, { TableName, read }) => {
  const { pk, sk } = counter;
  const [, collection = '', id = ''] = String(pk).split('#');
  const resource = firstVersions.find((each) => each.collection === collection);
  if (!resource) return undefined;
  const parentKey = keyIn(nounOf(resource), id);
  if (await read(parentKey)) return undefined;
  return {
    found: `the counter of ${nounOf(resource)} ${id} is there, and the ${nounOf(resource)} does not exist`,
    fix: 'delete the counter',
    writes: [
      { ConditionCheck: { TableName, Key: parentKey, ...isAsRead() } },
      { Delete: { TableName, Key: { pk, sk }, ...isSame(counter, otherCounts(counter, {})) } },
    ],
  };
};
