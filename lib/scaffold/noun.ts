import { READ_ONLY } from '../../functions/http/fields';
import { resources } from '../../functions/resources';

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
  /** Field with the id of the parent, such as `userId`. */
  readonly attribute: string;
};

/** Field of a new resource: its code in the model, and two valid values as code. */
export type NewField = { readonly name: string; readonly code: string; readonly values: readonly [string, string] };

const isAttribute = (name: string) => resources.some(({ relation }) => relation?.attribute === name);

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Attributes that the table uses itself. In an item of another resource they would mean something else. */
export const RESERVED = 'pk sk rev closedUntil expiresAt ownerId owner fingerprint withoutDefaults'.split(' ');

/** Nouns that stand in the code of every resource. */
const TAKEN = ['entity', 'field', 'id', 'instant', 'relation', 'resource', 'route', 'text'];

export const namesOf = (plural: string, parent?: Names): Names => {
  if (!/^[a-z]{2,}s$/.test(plural))
    throw new Error(`The resource is "${plural}"; name it by a plural in -s of lower-case letters, such as products`);
  const noun = plural
    .replace(/ies$/, 'ys')
    .replace(/(ss|x|sh|[nrt]ch)es$/, '$1s')
    .slice(0, -1);
  if (TAKEN.includes(noun)) throw new Error(`The resource is "${plural}", a word of the code; choose another noun`);
  const [title, titles, collection] = [capitalize(noun), capitalize(plural), noun.toUpperCase()];
  const usual = `${parent?.noun}Id`;
  // An attribute has one index, which holds one kind of children.
  const attribute = isAttribute(usual) ? `${noun}${parent?.title}Id` : usual;
  return { plural, noun, title, titles, collection, parent, attribute };
};

const kinds: Readonly<Record<string, readonly [code: string, one: string, other: string]>> = {
  text: ['Text', "'One text'", "'Another text'"],
  integer: ['integer()', '1', '2'],
  number: ['number()', '0.5', '1.5'],
  boolean: ['boolean', 'true', 'false'],
  instant: ['instant', "'2026-11-01T08:30:00.000Z'", "'2026-11-02T08:30:00.000Z'"],
  list: ['list(Text)', "['one']", "['one', 'two']"],
};

/** Form of a default of each kind, as code that needs no escapes. */
const forms: Readonly<Record<string, RegExp>> = {
  text: /^[^'\\\s][^'\\]*$/,
  integer: /^-?\d{1,15}$/,
  number: /^-?\d{1,15}(\.\d{1,15})?$/,
  boolean: /^(true|false)$/,
  instant: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  list: /^\[\]$/,
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
  if ([...RESERVED, ...READ_ONLY].includes(name) || isAttribute(name))
    throw new Error(`The field is "${argument}", a name that the service uses; choose another`);
  const isText = isSet || kind === 'text' || kind === 'instant';
  const isDefault = (isSet ? texts.includes(`'${value}'`) : forms[kind]?.test(value ?? '')) ?? false;
  if (value !== undefined && !isDefault)
    throw new Error(`The field is "${argument}", whose default is not of its kind`);
  const code = value === undefined ? plain : `withDefault(${plain}, ${isText ? `'${value}'` : value})`;
  return { name, code: isOptional ? `optional(${code})` : code, values: [values[0] ?? '', values[1] ?? ''] };
};
