import { entityOf } from '../../../functions/kit/entity';
import type { Fields } from '../../../functions/kit/model/field';
import { number } from '../../../functions/kit/model/kinds';
import { sorted } from '../../../functions/kit/model/sorted';
import { indexNames, MAX_INDEXES } from '../../../lib/models/indexes';
import { describeIndexes } from '../../../lib/scaffold/command';

const withPrices = (count: number): Fields =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`newPrice${at}`, sorted(number())]));
const describeWith = (count: number) =>
  describeIndexes(entityOf({ collection: 'NOTE', path: '/notes', model: withPrices(count) }));
const totalWith = (count: number) => `The table then has ${indexNames.length + count} indexes, and AWS allows 20.`;

test.each([
  [0, `${totalWith(0)} A running stage needs one deployment.`],
  [1, `${totalWith(1)} A running stage needs one deployment.`],
  [
    2,
    `${totalWith(2)} A running stage needs 2 deployments, because AWS adds one index each time. Declare one more in each: by.newPrice0, by.newPrice1.`,
  ],
])('a resource with %d new indexes is said to need as many deployments', (count, sentence) => {
  // A project with almost all indexes has another sentence in between.
  if (indexNames.length + count <= MAX_INDEXES) expect(describeWith(count)).toBe(`\n${sentence}\n`);
});

test('a resource by which the table has too many indexes is said to need a higher quota', () => {
  const count = MAX_INDEXES + 1 - indexNames.length;
  expect(describeWith(Math.max(1, count))).toContain(
    'Declare fewer, or have the quota raised: npm run synth says how.',
  );
});
