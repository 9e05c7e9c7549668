import type { StoredModels, TemplateField } from './stored-models';

/** Returns the widest kind: `number` for an integer or a decimal, and `text` for a text of a fixed set or form. */
const widen = (kind: string) =>
  kind.replace(/^(integer|decimal\(\d+\))$/, 'number').replace(/oneOf|instant|date|uuid/, 'text');

/** Returns the number of decimals of a kind, or NaN if it has no maximum. */
const placesOf = (kind: string) => (kind === 'integer' ? 0 : Number(/^decimal\((\d+)\)$/.exec(kind)?.[1]));

/** Tells whether a kind has all values of another one. */
const holds = (kind: string, other: string) =>
  kind === other || kind === widen(other) || placesOf(kind) >= placesOf(other);

/** Returns the JSON type of a field, in which all versions of a resource agree. */
export const typeOf = ({ kind }: TemplateField) => widen(kind.replace(/^list .*/, 'list'));

/** Returns the path of the object or list that holds a member, or undefined for a field of the resource. */
export const holderOf = (attribute: string) => /^(.+)\.[^.]+$/.exec(attribute)?.[1];

const withoutVersion = (folder: string) => folder.replace(/-v\d+$/, '');

/** Tells whether two folders have versions of the same resource. */
export const isSameResource = (one: string, other: string) => withoutVersion(one) === withoutVersion(other);

/** Returns the field that a version of a resource, of this folder or of another one, stores in an attribute. */
export const fieldAt = (models: StoredModels, folder: string, attribute: string) =>
  Object.entries(models)
    .filter(([other]) => isSameResource(other, folder))
    .flatMap(([, fields]) => Object.values(fields))
    .find(({ stored }) => stored === attribute);

/**
 * Compares a field with the one that wrote its attribute, by other code or by another version. Returns what the field
 * cannot read. Without a writer, no item has the attribute. A version may narrow the values of a version beside it.
 */
export const compareFields = (reader: TemplateField, writer: TemplateField | undefined, isBeside: boolean) => {
  const hasSameType = writer !== undefined && typeOf(reader) === typeOf(writer);
  const isFixed = !isBeside && reader.kind === writer?.kind;
  // Items that are older than a field have at most its default.
  const known = writer?.rules ?? (reader.hasDefault ? [] : reader.rules);
  // A version beside it writes the entries of a sorted field, also if it does not sort by the field.
  const writers = isBeside ? [reader] : [reader, writer];
  const isListed = ['indexed', 'sorted'].some((rule) => writers.every((field) => field?.rules.includes(rule)));
  return {
    /** True if the field is required, and items may have no value. */
    lacksValue: reader.isRequired && !writer?.isRequired,
    /** Kind of the values that the field cannot show. */
    otherKind: !writer || holds(reader.kind, writer.kind) || (isBeside && hasSameType) ? undefined : writer.kind,
    /** Values of a set that the field refuses. */
    refusedValues: isFixed ? (writer.values ?? []).filter((value) => !reader.values?.includes(value)) : [],
    /** Rules whose claims, counts or entries of an index the items do not have. */
    newRules: reader.rules.filter((rule) => !known.includes(rule)),
    hasOtherClaims: Boolean(reader.claims && writer?.claims && reader.claims !== writer.claims),
    /** True if the field has an index and a default, which items were written without, so that no list finds them. */
    lacksDefault: isListed && reader.hasDefault && !writer?.isRequired && !writer?.hasDefault,
  };
};
