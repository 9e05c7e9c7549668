import { type PlantedDefect, testPlanted } from './test-planted';

const alone = { requests: 1, faults: 1 } as const;
const faultless = { requests: 1, faults: 0 } as const;
const together = { requests: 2, faults: 0 } as const;
const faulty = { requests: 2, faults: 1 } as const;

const updateOfNewer = '...revision }, isStill) ==> ...revision }, isNewer)';
const anyClaim = "conditionExpression({ text: 'attribute_exists(pk) OR attribute_not_exists(pk)' })";

/** Defects, one of each kind for a scenario. The explorer must find each. */
const planted: readonly PlantedDefect[] = [
  [alone, 'plain', 'write-error.ts: TransactionConflict: CONFLICT, ==>'],
  [alone, 'plain', 'counter.ts: ...(to ? ==> ...(to && from ?', 'parent'],
  [alone, 'plain', 'unique.ts: to === undefined ? [] ==> to === undefined || from !== undefined ? []', 'unique'],
  [alone, 'plain', 'unique.ts: from === undefined ? [] ==> from === undefined || to === undefined ? []', 'unique'],
  [alone, 'clock behind', 'expression.ts: #updatedAt < :updatedAt ==> attribute_exists(pk)'],
  [alone, 'lists', 'get.ts: UnprocessedKeys[TableName]?.Keys ?? [] ==> []'],
  [faultless, 'walks', 'query.ts: - 1)}~`; ==> - 2)}~`;'],
  [faultless, 'walks', 'query.ts: [after && justAfter(after), to] ==> [after, to]'],
  [alone, 'key used', "idempotency.ts: === content.sent) ==> !== '')"],
  [alone, 'key of 23 h 59 min', 'idempotency.ts: 24 * 60 * 60 ==> 23 * 60 * 60'],
  [alone, 'key expired', 'idempotency.ts: OR expiresAt <= ==> OR rev = '],
  [alone, 'closing', 'children/count-writes.ts: OR closedUntil <= :Now ==> OR closedUntil > :Now', 'parent'],
  [alone, 'no longer closing', 'children/count-writes.ts: OR closedUntil <= :Now ==> OR closedUntil = :Now', 'parent'],
  [together, 'plain', `change-item.ts: ${updateOfNewer}`, 'parent'],
  [
    together,
    'older parents',
    "counter.ts: all(itemExists, equals('owner', owner)) ==> equals('owner', owner)",
    'parent',
  ],
  [together, 'older owners', 'change-item.ts: [equals(IS_PARENT, current[IS_PARENT])] ==> []', 'parent'],
  [together, 'older parents', 'remove.ts: equals(IS_PARENT, current[IS_PARENT]) ==> itemExists', 'parent'],
  [together, 'plain', 'children/count-writes.ts: all(itemExists, isOpen(), ==> all(isOpen(),', 'parent'],
  [together, 'plain', 'dependents.ts: all(equals(IS_PARENT, item[IS_PARENT]), ...conditions) ==> itemExists', 'parent'],
  [together, 'plain', `unique.ts: conditionExpression(itemMissing) ==> ${anyClaim}`, 'unique'],
  [alone, 'owned', 'change.ts: ...conditionsOf(request), ==> ...conditionsOf({ ...request, caller: undefined }),'],
  [alone, 'owned', 'keys.ts: = item.owner ? { ==> = item.owner && item.sk ? {'],
  [faulty, 'an old ETag', 'change-item.ts: result.mayBeApplied && !isUntouched ==> false'],
  [faulty, 'a freed value', 'write.ts: hasLostReply ? unavailable() : joinProblems ==> joinProblems', 'unique'],
  [faulty, 'a freed id', 'write.ts: ReturnConsumedCapacity, ClientRequestToken } ==> ReturnConsumedCapacity }'],
];

testPlanted(planted);
