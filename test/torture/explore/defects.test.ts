import type { Field } from '../../../functions/kit/model/field';
import { declared, NOTHING_TO_TEST } from '../../support/declared';
import { temporaryFolder } from '../../support/folder';
import { checkExplore, type ExploreSize } from './check-explore';
import { bundleWithDefects } from './planted';
import { scenarios } from './scenarios';

const alone = { requests: 1, faults: 1 } as const;
const together = { requests: 2, faults: 0 } as const;
const faulty = { requests: 2, faults: 1 } as const;

/**
 * Defect that this service could have: text in functions/kit/table/, and what replaces it. The scenario of a resource shows
 * the defect if the resource has the declaration `needs`.
 */
type Planted = readonly [size: ExploreSize, scenario: string, defect: string, needs?: keyof Field];

const updateOfNewer = 'updateExpression(changes, isStill) ==> updateExpression(changes, isNewer)';
const anyClaim = "conditionExpression({ text: 'attribute_exists(pk) OR attribute_not_exists(pk)' })";

/** Defects, one of each kind for a scenario. The explorer must find each. */
const planted: readonly Planted[] = [
  [alone, 'plain', 'write.ts: TransactionConflict: CONFLICT, ==>'],
  [alone, 'plain', 'counter.ts: ...(to ? ==> ...(to && from ?', 'parent'],
  [alone, 'plain', 'unique.ts: to === undefined ? [] ==> to === undefined || from !== undefined ? []', 'unique'],
  [alone, 'plain', 'unique.ts: from === undefined ? [] ==> from === undefined || to === undefined ? []', 'unique'],
  [alone, 'clock behind', 'expression.ts: #updatedAt < :updatedAt ==> attribute_exists(pk)'],
  [alone, 'lists', 'get.ts: UnprocessedKeys[TableName]?.Keys ?? [] ==> []'],
  [alone, 'key used', "idempotency.ts: === content.sent) ==> !== '')"],
  [alone, 'key of 23 h 59 min', 'idempotency.ts: 24 * 60 * 60 ==> 23 * 60 * 60'],
  [alone, 'key expired', 'idempotency.ts: OR expiresAt <= ==> OR rev = '],
  [alone, 'closing', 'counter.ts: OR closedUntil <= :Now ==> OR closedUntil > :Now', 'parent'],
  [alone, 'no longer closing', 'counter.ts: OR closedUntil <= :Now ==> OR closedUntil = :Now', 'parent'],
  [together, 'plain', `change.ts: ${updateOfNewer}`, 'parent'],
  [
    together,
    'older parents',
    "counter.ts: all(itemExists, equals('owner', owner)) ==> equals('owner', owner)",
    'parent',
  ],
  [together, 'older owners', 'change.ts: [equals(IS_PARENT, current[IS_PARENT])] ==> []', 'parent'],
  [together, 'older parents', 'remove.ts: equals(IS_PARENT, current[IS_PARENT]) ==> itemExists', 'parent'],
  [together, 'plain', 'counter.ts: all(itemExists, isOpen(), ==> all(isOpen(),', 'parent'],
  [together, 'plain', 'dependents.ts: all(equals(IS_PARENT, item[IS_PARENT]), ...conditions) ==> itemExists', 'parent'],
  [together, 'plain', `unique.ts: conditionExpression(itemMissing) ==> ${anyClaim}`, 'unique'],
  [alone, 'owned', 'change.ts: ...conditionsOf(request)] ==> ...conditionsOf({ ...request, caller: undefined })]'],
  [faulty, 'an old ETag', 'change.ts: result.mayBeApplied && !isUntouched ==> false'],
  [faulty, 'a freed value', 'write.ts: hasLostReply ? unavailable() : joinProblems ==> joinProblems', 'unique'],
  [faulty, 'a freed id', 'write.ts: ReturnConsumedCapacity, ClientRequestToken } ==> ReturnConsumedCapacity }'],
];

for (const [size, scenario, defect, needs] of planted) {
  const able = declared.filter(({ input }) => !needs || Object.values(input).some((field) => field[needs]));
  const names = able.map(({ label }) => `${label} ${scenario}`).filter((name) => scenarios[name]);
  const title = `the explorer finds the defect ${defect}`;
  if (names.length === 0) {
    test.todo(`${title}: ${NOTHING_TO_TEST} a resource that has ${needs}`);
    continue;
  }
  test(title, async () => {
    const bundles = temporaryFolder();
    await bundleWithDefects([`kit/table/${defect}`], bundles);
    const { failures } = await checkExplore({ seed: 1 }, { ...size, scenarios: names, bundles, maxFailures: 1 });
    expect(failures).toEqual([expect.any(String)]);
  });
}
