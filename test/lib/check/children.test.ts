import type { Resource } from '../../../functions/kit/http/resource';
import { folderOf } from '../../../functions/kit/http/route';
import { firstVersions, parentsOf } from '../../../functions/resources';
import { childrenErrors, circleErrors } from '../../../lib/check/children';

test('each parent has its children in store.ts, where a deletion by force finds them', () => {
  const relations = { resources: firstVersions, parentsOf };
  expect(childrenErrors(relations)).toEqual([]);
  const parents = firstVersions.flatMap(parentsOf);
  expect(childrenErrors(relations, () => ({}))).toEqual(
    parents.map(({ path }) => expect.stringContaining(`functions/${folderOf(path)}/store.ts hold { entity: `)),
  );
});

test('no resource belongs to itself, at once or through others', () => {
  const chain = ['/firsts', '/seconds', '/thirds'].map((path) => ({ path }) as Resource);
  /** Makes each resource a child of the one before, and the first one a child of another one. */
  const relationsTo = (last?: Resource) => ({
    resources: chain,
    parentsOf: (one: Resource) => [chain[chain.indexOf(one) - 1] ?? last].flatMap((each) => each ?? []),
  });
  const [first, , third] = chain;
  expect(circleErrors({ resources: firstVersions, parentsOf })).toEqual([]);
  expect(circleErrors(relationsTo())).toEqual([]);
  expect(circleErrors(relationsTo(first))).toEqual([expect.stringMatching(/^The firsts belong to themselves, /)]);
  expect(circleErrors(relationsTo(third))).toHaveLength(3);
});
