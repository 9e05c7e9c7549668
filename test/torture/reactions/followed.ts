import { entityOf } from '../../../functions/kit/entity';
import { optional, serverSet, withDefault } from '../../../functions/kit/model/field';
import { integer } from '../../../functions/kit/model/kinds';
import { following, handleAllChanges, handleChanges } from '../../../functions/kit/reactions/handle-changes';
import { firstVersions } from '../../../functions/kit/resources';
import { increment } from '../../../functions/kit/table/also/change-of';
import { createOnce } from '../../../functions/kit/table/create';

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

/** Resources of the check: a note for each change, and a tally of the notes. No project has them. */
export const notes = entityOf({
  collection: 'TORTURE_NOTE',
  path: '/torture-notes',
  model: { text: serverSet(optional({})) },
});
export const tallies = entityOf({
  collection: 'TORTURE_TALLY',
  path: '/torture-tallies',
  model: { changes: serverSet(withDefault(integer(), 0)) },
});

/** Makes the note of a change once, and counts it if there is a tally, as the reaction of a project does. */
export const makeNote = (change: ShownChange, tallyId?: string) =>
  createOnce(notes, {
    id: change.changeId,
    values: { text: JSON.stringify(change) },
    also: tallyId ? [increment(tallies, tallyId, { changes: 1 })] : [],
  });
