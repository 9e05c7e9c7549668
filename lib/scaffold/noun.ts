/** Names of a new resource, and of its parent if it has one. */
export type Names = {
  /** Such as `products`, the folder and the path. */
  readonly plural: string;
  readonly noun: string;
  /** Such as `Product` and `Products`, in the names of routes and models. */
  readonly title: string;
  readonly titles: string;
  /** Such as `PRODUCT`. */
  readonly collection: string;
  readonly parent?: Names;
};

/** Field of a new resource: its code in the model, and two valid values as code. */
export type NewField = { readonly name: string; readonly code: string; readonly values: readonly [string, string] };

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const namesOf = (plural: string, parent?: Names): Names => {
  if (!/^[a-z]{2,}s$/.test(plural))
    throw new Error(`The resource is "${plural}"; name it by a plural of lower-case letters, such as products`);
  const noun = plural.replace(/ies$/, 'ys').slice(0, -1);
  return { plural, noun, title: capitalize(noun), titles: capitalize(plural), collection: noun.toUpperCase(), parent };
};

const kinds: Readonly<Record<string, readonly [code: string, one: string, other: string]>> = {
  text: ['Text', "'One text'", "'Another text'"],
  integer: ['integer()', '1', '2'],
  number: ['number()', '0.5', '1.5'],
  boolean: ['boolean', 'true', 'false'],
  instant: ['instant', "'2026-11-01T08:30:00.000Z'", "'2026-11-02T08:30:00.000Z'"],
  list: ['list(Text)', "['one']", "['one', 'two']"],
};

/** Reads `name:kind`, where a kind can be `draft|published`. `?` makes a field optional, and `=value` is its default. */
export const readField = (argument: string): NewField => {
  const [, name = '', kind = '', isOptional, value] = /^([a-z]\w*):([\w|]+)(?:(\?)|=(.*))?$/.exec(argument) ?? [];
  const texts = kind.split('|').map((text) => `'${text}'`);
  const isSet = texts.length > 1;
  const [plain, ...values] = isSet
    ? ([`oneOf(${texts.join(', ')})`, texts[0] ?? '', texts[1] ?? ''] as const)
    : (Object.hasOwn(kinds, kind) && kinds[kind]) || [];
  if (!plain || values.length < 2) {
    const allowed = [...Object.keys(kinds), 'draft|published'].join(', ');
    throw new Error(`The field is "${argument}"; write name:kind, name:kind? or name:kind=default; kinds: ${allowed}`);
  }
  const quoted = isSet || kind === 'text' || kind === 'instant' ? `'${value}'` : value;
  const code = value === undefined ? plain : `withDefault(${plain}, ${quoted})`;
  return { name, code: isOptional ? `optional(${code})` : code, values: [values[0] ?? '', values[1] ?? ''] };
};
