import fc from 'fast-check';
import { type Field, optional, storedAs, unique, withDefault } from '../../../functions/kit/model/field';
import { sorted } from '../../../functions/kit/model/sorted';
import { valuesFor } from '../values';
import { anyField, anySorting, canBeSorted, isDroppable, isLarge, LARGE, type Named } from './any-field';

/*
 * Makes later versions of a model at random: fields go, get the names of others, other defaults, narrower rules, and an order.
 */

/** Field of a version, with the name that it has in the version before. */
type Change = { readonly name: string; readonly from: string; readonly field: Field };

/** Gives each member of an object another name, and adds one that the versions before do not know. */
const renameInside = ({ fields = {}, ...field }: Field): Field => ({
  ...field,
  fields: {
    ...Object.fromEntries(
      Object.entries(fields).map(([name, member]) => [`${name}2`, storedAs(member.stored ?? name, member)]),
    ),
    [`added${Object.keys(fields).length}`]: optional({ maxLength: 9 }),
  },
});

/** Makes the changes of a field from one version to the next. `names` are names of any fields. */
const changeOf = ([from, field]: Named, names: fc.Arbitrary<string>): fc.Arbitrary<Change | undefined> => {
  const kept = { name: from, from, field: storedAs(field.stored ?? from, field) };
  const { isOptional: _, default: value, ...kind } = kept.field;
  const { sorted: rule, ...unsorted } = kept.field;
  const as = (changed: fc.Arbitrary<Field>) => changed.map((each) => ({ ...kept, field: each }));
  const withDefaults = valuesFor(kind).map((each): Field => withDefault(kind, each as never));
  const mixed = [fc.constant(optional(kind)), ...(kind.fields ? [] : [withDefaults])];
  const narrow = { ...kind, maxLength: 9 };
  const narrowed: Field = value === undefined ? { ...narrow, isOptional: true } : { ...narrow, default: '' };
  const canDrop = isDroppable([from, field]);
  return fc.oneof(
    { weight: isLarge(field) ? 4 : 12, arbitrary: fc.constant(kept) },
    { weight: 4, arbitrary: names.map((name) => ({ ...kept, name })) },
    { weight: canDrop ? 4 : 0, arbitrary: fc.constant(undefined) },
    { weight: field.fields ? 12 : 0, arbitrary: as(fc.constant(renameInside(kept.field))) },
    { weight: rule ? 4 : 0, arbitrary: as(fc.constant(unsorted)) },
    { weight: canBeSorted(field) ? 1 : 0, arbitrary: as(anySorting.map((sorting) => sorted(unsorted, sorting))) },
    { weight: canDrop && !field.unique ? (field.isIndexed ? 4 : 1) : 0, arbitrary: as(fc.oneof(...mixed)) },
    { weight: canDrop && isLarge(field) ? 6 : 0, arbitrary: as(fc.constant(narrowed)) },
  );
};

/** Makes the fields that a version adds. The versions before write no item with them. */
const added = (names: fc.Arbitrary<string>) => {
  const short = unique(optional({ maxLength: 9 }));
  const field = fc.oneof(
    { weight: 4, arbitrary: anyField.map((each) => (isDroppable(['', each]) ? each : optional(each))) },
    { weight: 4, arbitrary: fc.constantFrom<Field>(short, optional(LARGE)) },
  );
  return fc.array(
    fc.tuple(names, field).map(([name, one]): Change => ({ name, from: name, field: one })),
    { maxLength: 2 },
  );
};

/** Gives each field its new name, or the old one where another field has the new one. */
const nameAll = (changes: readonly Change[]) => {
  const named = new Map(changes.filter(({ name, from }) => name === from).map(({ name, field }) => [name, field]));
  for (const { name, from, field } of changes.filter((each) => each.name !== each.from)) {
    const free = [name, from].find((each) => !named.has(each));
    if (free) named.set(free, field);
  }
  return [...named];
};

type Versions = readonly (readonly Named[])[];

/** Makes the next versions of a model, three in all at most. A field can get the name of one that an earlier version has dropped. */
export const laterVersions = (names: fc.Arbitrary<string>, ...all: Versions): fc.Arbitrary<Versions> => {
  const past = all.flat().map(([name]) => name);
  const others = past.length > 0 ? fc.oneof(fc.constantFrom(...past), names) : names;
  const changes = fc.tuple(...(all.at(-1) ?? []).map((each) => changeOf(each, others)));
  const next = fc
    .tuple(changes, added(names))
    .map(([changed, more]) => nameAll([...changed.flatMap((each) => each ?? []), ...more]));
  const rest = (named: readonly Named[]): fc.Arbitrary<Versions> =>
    all.length > 1 ? fc.constant([]) : laterVersions(names, ...all, named);
  return fc.oneof(
    fc.constant<Versions>([]),
    next.chain((named) => rest(named).map((later): Versions => [named, ...later])),
  );
};
