import { COUNTER } from '../../../functions/kit/table/counter';
import { changesPattern } from '../../../lib/stack/jobs/changes-pattern';
import { uniqueFields } from '../../../lib/verify/table/claims';
import { scenarios } from '../explore/scenarios/scenarios';
import { checkReactions } from '../reactions/check-reactions';

const writeTogether = 'const result = await write(transaction.main, extraWritesOf(transaction, prepared, updates));';
/** Writes each update alone, and computes all again when one of them has met another write. */
const writeApart =
  'const alone = await Promise.all(updates.map((each) => write(each.write))); if (alone.some(({ ok }) => !ok)) continue; ' +
  'const result = await write(transaction.main, extraWritesOf(transaction, prepared, []));';

/** Defects of reactions: text in functions/kit/, and what replaces it. */
const planted = {
  'changes of a resource that run at once': 'reactions/handle-changes.ts: each.head.id}`; ==> each.head.changeId}`;',
  'a change that runs before an earlier one that failed':
    'reactions/handle-changes.ts: (await succeeds(delivery))) break; ==> (await succeeds(delivery))) continue;',
  'a change for a write that kept the revision': 'reactions/record.ts: before?.rev === after?.rev ==> before === after',
  'a deletion without `before`': 'reactions/record.ts: before, after }; ==> before: after && before, after };',
  'a failed change that is forgotten':
    'reactions/handle-changes.ts: batchItemFailures: failed.map( ==> batchItemFailures: [].map(',
  'a failed change that is taken for done':
    'reactions/handle-changes.ts: { head } of done) ==> { head } of deliveries)',
  'a report of the last failed change alone': 'reactions/handle-changes.ts: failed.map( ==> failed.slice(-1).map(',
  'an id that differs each time': 'reactions/record.ts: mintId(Date.parse(at), bytes) ==> mintId(Date.parse(at))',
  'a repetition of createOnce that throws for ever':
    'table/create.ts: if (!(await find(keyOf(entity, id)))) throw error; ==> throw error;',
  'a failure of createOnce that is taken for a repetition':
    'table/create.ts: if (!(await find(keyOf(entity, id)))) throw error; ==>',
  'a creation that replaces what is there': 'table/create.ts: , ...conditionExpression(itemMissing) } }, ==> } },',
  'an increment outside of the transaction': `table/also/write-together.ts: ${writeTogether} ==> ${writeApart}`,
  'a write of a reaction without a mark': 'rules/chain.ts: length === undefined ==> true',
  'a mark that does not grow behind another reaction': 'rules/chain.ts: length + 1} ==> 1}',
};

const names = Object.keys(scenarios).filter((name) => / (plain|key used|older parents)$/.test(name));
const size = { scenarios: names, oneOf: 100, draws: 4, deliveries: 4, maxFailures: 1 };
const found = [expect.any(String)];

test.each(Object.entries(planted))('the check of reactions finds %s', async (_, defect) => {
  const defects = [`kit/${defect}`];
  expect(await checkReactions({ seed: 1 }, { ...size, defects })).toMatchObject({ failures: found });
});

const others = ['KEY', COUNTER, ...uniqueFields.map(({ claim }) => claim)].map((word) => ({ prefix: `${word}#` }));
/** Lets counters, claims and idempotency keys pass, too. */
const patternOf = (...collections: readonly string[]) => {
  const { S } = changesPattern(...collections).dynamodb.Keys.pk;
  return { dynamodb: { Keys: { pk: { S: [...S, ...others] } } } };
};

test.each([
  ['finds a filter that lets other items pass', {}, found],
  ['holds for a reader that leaves out other items', { letsOthersPass: true }, []],
  [
    'finds a reader that takes other items for resources',
    { letsOthersPass: true, defects: ["kit/reactions/record.ts: !isId(stringOf(item, 'sk')) || ==>"] },
    found,
  ],
])('the check of reactions %s', async (_, more, failures) => {
  expect(await checkReactions({ seed: 1 }, { ...size, patternOf, ...more })).toMatchObject({ failures });
});
