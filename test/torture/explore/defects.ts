import type { Field } from '../../../functions/kit/model/field';
import { pluralIn } from '../../../functions/kit/model/relation';
import { resources } from '../../../functions/resources';
import type { ExploreSize } from './check-explore';
import { scenarios } from './scenarios';

/** Defects, each a text in functions/ and what replaces it. The schedules of this size and scenario show each. */
type Defects = Pick<ExploreSize, 'requests' | 'faults'> & {
  /** The kind of the scenarios, and the declaration of a resource that has them. */
  readonly scenario: string;
  readonly needs?: keyof Field;
  readonly defects: readonly string[];
};

const anyItem = 'attribute_exists(pk) OR attribute_not_exists(pk)';

const alone = { requests: 1, faults: 1 } as const;
const pairs = { requests: 2, faults: 0 } as const;
const pairsWithFault = { requests: 2, faults: 1 } as const;

/** Defects that this service could have. The explorer must find each. */
const groups: readonly Defects[] = [
  {
    ...alone,
    scenario: 'plain',
    defects: [
      'kit/table/change.ts: current?.rev === changes.rev ==> false',
      'kit/table/relation.ts: ...(to ? [incrementCount(relation, String(to), { caller })] : []) ==> ...[]',
      'kit/table/relation.ts: ...(from ? [decrementCount(relation, String(from))] : []) ==> ...[]',
      'kit/table/remove.ts: result.mayBeApplied || ==>',
      'kit/table/write.ts: mayBeApplied: hasLostReply }; ==> mayBeApplied: false };',
      'kit/table/write.ts: TransactionConflict: CONFLICT, ==>',
      'kit/dynamodb/retry-strategy.ts: if (hasLostReply && error) ==> if (!error)',
      'kit/table/unique.ts: { ...claimKeyOf(unique, value), ownerId } ==> { ...claimKeyOf(unique, value), ownerId: value }',
      'kit/table/unique.ts: to === undefined ? [] ==> to === undefined || from !== undefined ? []',
      'kit/table/unique.ts: from === undefined ? [] ==> from === undefined || to !== undefined ? []',
      'kit/table/unique.ts: from === undefined ? [] ==> from === undefined || to === undefined ? []',
    ],
  },
  {
    ...alone,
    scenario: 'clock behind',
    defects: [
      'kit/table/expression.ts: #updatedAt < :updatedAt ==> attribute_exists(pk)',
      'kit/table/change.ts: Date.parse(updatedAt) + 1 ==> 0',
    ],
  },
  { ...alone, scenario: 'lists', defects: ['kit/table/get.ts: UnprocessedKeys[TableName]?.Keys ?? [] ==> []'] },
  {
    ...alone,
    scenario: 'key used',
    defects: [
      'kit/table/idempotency.ts: expiresAt <= :Now ==> expiresAt > :Now',
      "kit/table/idempotency.ts: === content.fingerprint) return undefined ==> !== '') return undefined",
      'kit/table/idempotency.ts: if (storedKey.withoutDefaults === content.withoutDefaults) ==> if (storedKey)',
    ],
  },
  { ...alone, scenario: 'key of 23 h 59 min', defects: ['kit/table/idempotency.ts: 24 * 60 * 60 ==> 23 * 60 * 60'] },
  { ...alone, scenario: 'key expired', defects: ['kit/table/idempotency.ts: OR expiresAt <= ==> OR rev = '] },
  {
    ...alone,
    scenario: 'closing',
    defects: [
      'kit/table/relation.ts: OR closedUntil <= :Now ==> OR closedUntil > :Now',
      'kit/table/remove-children.ts: 5 * 60_000 ==> 1_000',
      "kit/table/relation.ts: { closedUntil }, ==> { closedUntil, rev: 'other' },",
    ],
  },
  {
    ...alone,
    scenario: 'no longer closing',
    defects: [
      'kit/table/relation.ts: OR closedUntil <= :Now ==> OR closedUntil = :Now',
      'kit/table/remove-children.ts: 5 * 60_000 ==> 60 * 60_000',
    ],
  },
  {
    ...pairs,
    scenario: 'plain',
    defects: [
      "kit/table/change.ts: updateExpression(changes, equals('rev', rev)) ==> updateExpression(changes, isNewer)",
      'kit/table/change.ts: if ((unique || parent) && attribute in body) ==> if (!fields)',
      'kit/table/relation.ts: all(itemExists, isOpen(), ==> all(isOpen(),',
      "kit/table/remove.ts: equals('rev', rev), ==> itemExists,",
      'kit/table/remove.ts: ...childless(children, current) ==>',
      'kit/table/relation.ts: all(equals(attribute, parentId), ==> all(itemExists,',
      `kit/table/unique.ts: conditionExpression(itemMissing) ==> conditionExpression({ text: '${anyItem}' })`,
    ],
  },
  {
    ...pairs,
    scenario: 'owned',
    defects: ['kit/table/change.ts: [isNewer, ...ownedBy(request), ==> [isNewer,'],
  },
  {
    ...pairs,
    scenario: 'plain',
    defects: [
      "kit/table/expression.ts: conditions.push(ifMatch.length > 0 ? anyRev(ifMatch, 'M') : itemMissing) ==>",
      `kit/table/create.ts: conditionExpression(itemMissing) ==> conditionExpression({ text: '${anyItem}' })`,
    ],
  },
  {
    ...pairsWithFault,
    scenario: 'an old ETag',
    defects: ['kit/table/change.ts: result.mayBeApplied && !isUntouched ==> false'],
  },
  {
    ...pairsWithFault,
    scenario: 'a freed value',
    defects: ['kit/table/write.ts: throw hasLostReply ? unavailable() : joinProblems ==> throw joinProblems'],
  },
  {
    ...pairsWithFault,
    scenario: 'a freed id',
    defects: ['kit/table/write.ts: ReturnConsumedCapacity, ClientRequestToken } ==> ReturnConsumedCapacity }'],
  },
];

export const plantedDefects = groups.flatMap(({ defects, scenario, needs, requests, faults }) => {
  const able = resources.filter(({ input }) => !needs || Object.values(input).some((field) => field[needs]));
  const names = able.map(({ path }) => `${pluralIn(path)} ${scenario}`).filter((name) => scenarios[name]);
  return defects.map((defect) => ({ defect, needs, size: { requests, faults, scenarios: names } }));
});
