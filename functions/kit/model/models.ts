import type { Field, Fields } from './field';
import { Id, Timestamp } from './id';
import { type ProblemParts, wordOf } from './relation';

/** Field that a client may leave out, and that an item may lack. */
type Droppable = { readonly isOptional: true } | { readonly default: unknown };

/** Field of a PATCH. The members of an object are fields of a PATCH, too. */
type PatchField<F> = (F extends { fields: infer Members }
  ? Omit<F, 'fields'> & { readonly fields: Patch<Members> }
  : F) & {
  readonly isOptional: true;
} & (F extends Droppable ? { readonly isNullable: true } : unknown);

type Patch<F> = { readonly [K in keyof F]: PatchField<F[K]> };

const patchField = ({ default: reset, ...field }: Field): Field => ({
  ...field,
  isOptional: true,
  ...(field.fields && { fields: patchOf(field.fields) }),
  ...((field.isOptional || reset !== undefined) && { isNullable: true, reset }),
});

/**
 * Returns the model of the body of PATCH: every field is optional, and null resets a field to its default, or removes it. A list
 * is replaced as a whole.
 * @example OrderPatch = patchOf(OrderInput)
 */
export const patchOf = <const F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries<Field>(fields).map(([name, field]) => [name, patchField(field)]),
  ) as object as Patch<F>;

/**
 * Returns a model without some of its fields, as for another version of a resource.
 * @example OrderV2Input = { ...without(OrderInput, 'note'), comment: storedAs('note', OrderInput.note) }
 */
export const without = <const F extends Fields, const Name extends keyof F & string>(
  fields: F,
  ...names: readonly Name[]
) => {
  const left: readonly string[] = names;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !left.includes(name))) as Omit<F, Name>;
};

/**
 * Returns the model of a response: the fields between the id and the times. `updatedAt` can be sorted, so that clients can
 * follow changes.
 * @example Order = responseOf(OrderInput)
 * @example Order = responseOf(OrderInput, sorted(Timestamp))
 */
export const responseOf = <const F extends Fields, const T extends Field = typeof Timestamp>(
  fields: F,
  updatedAt = Timestamp as Field as T,
) => ({ id: Id, ...fields, createdAt: Timestamp, updatedAt });

/** Field of a resource with its attribute in the table. */
export type StoredField = {
  readonly collection: string;
  readonly name: string;
  readonly field: Field;
  readonly attribute: string;
};

/** Returns the fields of a model with their attributes. An index holds one kind of items, so an indexed field has one of its own. */
export const storedFieldsOf = (collection: string, model: Fields) =>
  Object.entries(model).map(([name, field]): StoredField => {
    const own = field.isIndexed || field.parent ? `${collection.toLowerCase()}_${name}` : name;
    return { collection, name, field, attribute: field.stored ?? own };
  });

/** Returns the fields inside an object, or inside those of a list, at each depth. Their names are paths, such as `address.city`. */
export const nestedFieldsOf = ({ collection, name, attribute, field }: StoredField): readonly StoredField[] =>
  Object.entries(field.fields ?? field.items?.fields ?? {}).flatMap(([inner, member]) => {
    const path = `${attribute}.${member.stored ?? inner}`;
    const each = { collection, name: `${name}.${inner}`, attribute: path, field: member };
    return [each, ...nestedFieldsOf(each)];
  });

export const attributeOf = (collection: string, name: string, field: Field) =>
  storedFieldsOf(collection, { [name]: field })[0]?.attribute ?? name;

/** Returns the rules of the larger one of two fields. An object has the members of both, each by its stored name. */
const largest = (known: Field, each: Field): Field => {
  const field = maxBytesOf(known) < maxBytesOf(each) ? each : known;
  if (!field.fields) return field;
  const members = new Map<string, Field>();
  for (const [name, member] of [known, each].flatMap(({ fields = {} }) => Object.entries(fields))) {
    const stored = member.stored ?? name;
    members.set(stored, largest(members.get(stored) ?? member, member));
  }
  return {
    ...field,
    fields: Object.fromEntries([...members].map(([name, member]) => [name, { ...member, stored: name }])),
  };
};

/**
 * Returns the fields that the items of a collection have in any version, each attribute once, those of the last model first.
 * A field has its name in that model, and the rules of the version with the largest values.
 */
export const fieldsOfAll = (collection: string, ...models: readonly Fields[]): readonly StoredField[] => {
  const fields = new Map<string, StoredField>();
  for (const each of models.toReversed().flatMap((model) => storedFieldsOf(collection, model))) {
    const known = fields.get(each.attribute) ?? each;
    const field = largest(known.field, each.field);
    fields.set(each.attribute, { ...known, field: { ...field, sorted: known.field.sorted ?? each.field.sorted } });
  }
  return [...fields.values()];
};

/** Returns the 409 for a value of a unique field that another resource has. */
export const takenValue = ({ collection, name, field: { unique } }: StoredField): ProblemParts => [
  409,
  `${name}-taken`,
  `Another ${wordOf(collection)} has this ${unique?.label ?? name}.`,
];

/** Returns the maximum size of a value: four bytes for each character of a text. An id has 36 bytes. */
export const maxBytesOf = ({ items, maxItems = 0, fields, maxLength = 9, oneOf = [] }: Field): number => {
  if (items) return maxItems * (1 + maxBytesOf(items));
  const sizeOf = ([name, field]: [string, Field]) => (field.stored ?? name).length + 1 + maxBytesOf(field);
  if (fields) return Object.entries(fields).reduce((sum, member) => sum + sizeOf(member), 3);
  return Math.max(4 * maxLength, ...oneOf.map((value) => 4 * value.length));
};

/** Maximum size of a text in a key of an index. DynamoDB allows 1,024 bytes in a sort key, and 2,048 in a partition key. */
export const MAX_KEY_BYTES = 1024;

/** Maximum size of an item in DynamoDB. */
export const MAX_ITEM_BYTES = 409_600;

/** Returns the size of the largest item, with room for the attributes beside the fields. */
export const maxItemBytesOf = (fields: readonly StoredField[]) =>
  fields.reduce((bytes, { attribute, field }) => {
    const ofEntry = field.sorted ? attribute.length + MAX_KEY_BYTES : 0;
    return bytes + attribute.length + maxBytesOf(field) + ofEntry;
  }, 512);
