/** Names of a new resource, and of its parent if it has one. */
export type Names = {
  /** Such as `products`, the folder and the path. */
  readonly plural: string;
  readonly noun: string;
  /** Such as `Product` and `Products`, in the names of routes and models. */
  readonly title: string;
  readonly titles: string;
  readonly parent?: Names;
};

/** A field of the new resource: its code in the model, and two valid values as code. */
export type NewField = { readonly name: string; readonly code: string; readonly values: readonly [string, string] };

export const namesOf = (plural: string, parent?: Names): Names => {
  if (!/^[a-z]{2,}s$/.test(plural))
    throw new Error(`The resource is "${plural}"; name it by a plural of lower-case letters, such as products`);
  const noun = plural.replace(/ies$/, 'y').replace(/s$/, '');
  const [title = '', titles = ''] = [noun, plural].map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { plural, noun, title, titles, parent };
};

const kinds: Readonly<Record<string, Omit<NewField, 'name'>>> = {
  text: { code: 'Text', values: ["'One text'", "'Another text'"] },
  integer: { code: 'integer()', values: ['1', '2'] },
  number: { code: 'number()', values: ['0.5', '1.5'] },
  boolean: { code: 'boolean', values: ['true', 'false'] },
  instant: { code: 'instant', values: ["'2026-11-01T08:30:00.000Z'", "'2026-11-02T08:30:00.000Z'"] },
  list: { code: 'list(Text)', values: ["['one']", "['one', 'two']"] },
};

const setOf = (texts: readonly string[]): Omit<NewField, 'name'> => {
  const quoted = texts.map((text) => `'${text}'`);
  return { code: `oneOf(${quoted.join(', ')})`, values: [quoted[0] ?? '', quoted.at(-1) ?? ''] };
};

/** Reads a field such as `name:text`, `price:integer?`, which is optional, or `status:draft|published`. */
export const readField = (argument: string): NewField => {
  const [, name = '', kind = '', isOptional] = /^([a-z]\w*):([\w|]+)(\?)?$/.exec(argument) ?? [];
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  const field = known ?? (kind.includes('|') ? setOf(kind.split('|')) : undefined);
  if (!field) {
    const allowed = [...Object.keys(kinds), 'draft|published'].join(', ');
    throw new Error(`The field is "${argument}"; write name:kind, or name:kind? if it is optional; kinds: ${allowed}`);
  }
  return { ...field, name, code: isOptional ? `optional(${field.code})` : field.code };
};
