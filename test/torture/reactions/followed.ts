import { following, handleAllChanges, handleChanges } from '../../../functions/kit/reactions/handle-changes';
import { firstVersions } from '../../../functions/kit/resources';

/** Change as a reaction gets it, without the types of its fields. */
export type ShownChange = {
  readonly id: string;
  readonly before?: object;
  readonly after?: object;
  readonly at: string;
  readonly changeId: string;
};
export type OnChange = (collection: string, change: ShownChange) => Promise<unknown>;

/** Makes the handler of a function that gets the changes of these collections, as a project does. */
export const follow = (collections: readonly string[], run: OnChange) => {
  const [entity, ...others] = firstVersions.filter(({ collection }) => collections.includes(collection));
  if (!entity) throw new Error(`No resource is in ${collections}`);
  const runFor =
    ({ collection }: typeof entity) =>
    (change: ShownChange) =>
      run(collection, change);
  return others.length > 0
    ? handleAllChanges(...[entity, ...others].map((each) => following(each, runFor(each))))
    : handleChanges(entity, runFor(entity));
};
