import { join } from 'node:path';
import * as jobs from '../../functions/jobs';
import { followedBy, type Job, type Reaction } from '../../functions/kit/needs';
import { root } from '../../lib/root';

type JobTable = Readonly<Record<string, Job | Reaction>>;
type Loaded = { readonly collections?: readonly string[] | undefined };

const load = (entry: string): Loaded => require(join(root, entry)).handler;

/** Returns a sentence for each function whose handler takes other changes than its declaration names, or one kind twice. */
const mismatchesIn = (declared: JobTable, handlerIn = load) =>
  Object.entries(declared).flatMap(([name, job]) => {
    const [wanted, handled] = [
      followedBy(job).map(({ collection }) => collection),
      handlerIn(job.entry).collections ?? [],
    ].map((collections) => collections.toSorted().join(', ') || 'nothing');
    return wanted === handled ? [] : [`${name} follows ${wanted}, and the handler in ${job.entry} ${handled}.`];
  });

test('the handler of each function follows the resources of its `changesOf`', () => {
  expect(mismatchesIn(jobs)).toEqual([]);
});

test.each([
  ['LEAF', ['LEAF'], []],
  ['LEAF', ['TWIG'], ['follow follows LEAF, and the handler in functions/x.ts TWIG.']],
  ['LEAF', ['LEAF', 'LEAF'], ['follow follows LEAF, and the handler in functions/x.ts LEAF, LEAF.']],
  ['LEAF', undefined, ['follow follows LEAF, and the handler in functions/x.ts nothing.']],
  [undefined, ['LEAF'], ['follow follows nothing, and the handler in functions/x.ts LEAF.']],
  [undefined, undefined, []],
])(
  'a function that declares changes of %s and handles those of %j has the mistakes %j',
  (wanted, collections, found) => {
    const entry = 'functions/x.ts';
    const follow: Job | Reaction = wanted ? { entry, changesOf: { collection: wanted, path: '/x' } } : { entry };
    expect(mismatchesIn({ follow }, () => ({ collections }))).toEqual(found);
  },
);
