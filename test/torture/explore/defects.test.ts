import { folderOf } from '../../../functions/kit/http/route';
import type { Field } from '../../../functions/kit/model/field';
import { resources } from '../../../functions/resources';
import { temporaryFolder } from '../../support/folder';
import { checkExplore, type ExploreSize } from './check-explore';
import { bundleWithDefects } from './planted';
import { scenarios } from './scenarios';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '' };

type Planted = {
  /** Text in functions/kit/table/, and what replaces it. */
  readonly defect: string;
  /** Scenario of a resource that shows the defect. */
  readonly scenario: string;
  /** Declaration that such a resource has. By default any resource shows the defect. */
  readonly needs?: keyof Field;
  /** By default two requests. */
  readonly requests?: ExploreSize['requests'];
  readonly faults?: ExploreSize['faults'];
};

const alone = { requests: 1, faults: 1 } as const;
const children = { scenario: 'plain', needs: 'parent' } as const;
const values = { scenario: 'plain', needs: 'unique' } as const;
const closing = { ...alone, needs: 'parent' } as const;

/** Defects that this service could have, one of each kind for a scenario. The explorer must find each. */
const planted: readonly Planted[] = [
  { ...alone, scenario: 'plain', defect: 'write.ts: TransactionConflict: CONFLICT, ==>' },
  { ...alone, ...children, defect: 'relation.ts: ...(to ? ==> ...(to && from ?' },
  { ...alone, ...values, defect: 'unique.ts: to === undefined ? [] ==> to === undefined || from !== undefined ? []' },
  { ...alone, ...values, defect: 'unique.ts: from === undefined ? [] ==> from === undefined || to === undefined ? []' },
  { ...alone, scenario: 'clock behind', defect: 'expression.ts: #updatedAt < :updatedAt ==> attribute_exists(pk)' },
  { ...alone, scenario: 'lists', defect: 'get.ts: UnprocessedKeys[TableName]?.Keys ?? [] ==> []' },
  { ...alone, scenario: 'key used', defect: "idempotency.ts: === content.fingerprint) ==> !== '')" },
  { ...alone, scenario: 'key of 23 h 59 min', defect: 'idempotency.ts: 24 * 60 * 60 ==> 23 * 60 * 60' },
  { ...alone, scenario: 'key expired', defect: 'idempotency.ts: OR expiresAt <= ==> OR rev = ' },
  { ...closing, scenario: 'closing', defect: 'relation.ts: OR closedUntil <= :Now ==> OR closedUntil > :Now' },
  { ...closing, scenario: 'closing', defect: "relation.ts: { closedUntil }, ==> { closedUntil, rev: 'other' }," },
  {
    ...closing,
    scenario: 'no longer closing',
    defect: 'relation.ts: OR closedUntil <= :Now ==> OR closedUntil = :Now',
  },
  {
    ...children,
    defect: "change.ts: updateExpression(changes, equals('rev', rev)) ==> updateExpression(changes, isNewer)",
  },
  { ...children, defect: 'relation.ts: all(itemExists, isOpen(), ==> all(isOpen(),' },
  { ...children, defect: 'relation.ts: all(equals(attribute, parentId), ==> all(itemExists,' },
  {
    ...values,
    defect:
      "unique.ts: conditionExpression(itemMissing) ==> conditionExpression({ text: 'attribute_exists(pk) OR attribute_not_exists(pk)' })",
  },
  { scenario: 'owned', defect: 'change.ts: [isNewer, ...ownedBy(request), ==> [isNewer,' },
  { scenario: 'an old ETag', faults: 1, defect: 'change.ts: result.mayBeApplied && !isUntouched ==> false' },
  {
    scenario: 'a freed value',
    needs: 'unique',
    faults: 1,
    defect: 'write.ts: hasLostReply ? unavailable() : joinProblems ==> joinProblems',
  },
  {
    scenario: 'a freed id',
    faults: 1,
    defect: 'write.ts: ReturnConsumedCapacity, ClientRequestToken } ==> ReturnConsumedCapacity }',
  },
];

for (const { defect, scenario, needs, requests = 2, faults = 0 } of planted) {
  const able = resources.filter(({ input }) => !needs || Object.values(input).some((field) => field[needs]));
  const names = able.map(({ path }) => `${folderOf(path)} ${scenario}`).filter((name) => scenarios[name]);
  const [testPlanted, lack] = names.length > 0 ? [test, ''] : [test.skip, `, when a resource has ${needs}`];
  testPlanted(`the explorer finds the defect ${defect}${lack}`, async () => {
    const bundles = temporaryFolder();
    await bundleWithDefects([`kit/table/${defect}`], bundles);
    const { failures } = await checkExplore(run, { requests, faults, scenarios: names, bundles, maxFailures: 1 });
    expect(failures).toEqual([expect.any(String)]);
  });
}
