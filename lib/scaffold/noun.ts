import { runInNewContext } from 'node:vm';
import { nounOf, titleOf } from '../../functions/kit/http/resource';
import { instant } from '../../functions/kit/model/kinds';
import { pluralIn } from '../../functions/kit/model/relation';
import { indexOf } from '../../functions/kit/table/shards';
import { resources } from '../../functions/resources';
import { nameErrorOf } from '../stack/model-rules';

/** Nouns that stand in the code of every resource. */
const TAKEN = ['entity', 'field', 'id', 'instant', 'relation', 'resource', 'route', 'text', 'thi'];

/** Names that JavaScript itself has in every file, such as `Map`. */
const builtIns: readonly string[] = runInNewContext('Object.getOwnPropertyNames(globalThis)');

const namesOfParent = (plural: string, child: string, children: string) => {
  const parent = resources.find(({ path }) => pluralIn(path) === plural);
  if (!parent) throw new Error(`--of is ${plural}; allowed: ${resources.map(({ path }) => pluralIn(path)).join(', ')}`);
  const attribute = `${nounOf(parent)}Id`;
  const id = 'parent.examples.stored[0].id';
  const field = { name: attribute, code: `belongsTo(${children}Relation)`, values: [id, id] as const };
  const index = indexOf(`${child}_${attribute}`);
  return { plural, noun: nounOf(parent), isShared: !parent.isPrivate, attribute, field, index };
};

/** Returns the names of a new resource, and of its parent if it has one. */
export const namesOf = (plural: string, of?: string, singular?: string) => {
  if (!/^[a-z]+[^s]s$/.test(plural))
    throw new Error(`The resource is "${plural}"; name it by a plural in -s of lower-case letters, such as products`);
  const usual = plural
    .replace(/ies$/, 'ys')
    .replace(/([^ao]us|ss|x|sh|[nrt]ch)es$/, '$1s')
    .slice(0, -1);
  const noun = singular ?? usual;
  if (!/^[a-z]+$/.test(noun)) throw new Error(`--noun is ${noun}; allowed: a word of lower-case letters`);
  const collection = noun.toUpperCase();
  const title = titleOf({ collection });
  if (TAKEN.includes(noun) || builtIns.includes(title))
    throw new Error(`The resource is "${plural}", a word of the code or of JavaScript; choose another noun`);
  const titles = plural.charAt(0).toUpperCase() + plural.slice(1);
  return {
    plural,
    noun,
    title,
    titles,
    collection,
    parent: of === undefined ? undefined : namesOfParent(of, noun, plural),
  };
};

/** Code of a kind of field in the model, two valid values as code, and the form of a default. It needs no escapes. */
type FieldKind = readonly [code: string, one: string, other: string, form: RegExp];

const fieldKinds: Readonly<Record<string, FieldKind>> = {
  text: ['Text', "'One text'", "'Another text'", /^[^'\\\s][^'\\]*$/],
  integer: ['integer()', '1', '2', /^-?\d{1,15}$/],
  number: ['number()', '0.5', '1.5', /^-?\d{1,15}(\.\d{1,15})?$/],
  boolean: ['boolean', 'true', 'false', /^(true|false)$/],
  instant: ['instant', "'2026-11-01T08:30:00.000Z'", "'2026-11-02T08:30:00.000Z'", instant.pattern[0]],
  list: ['texts(Text)', "['one']", "['one', 'two']", /^\[\]$/],
};

const kindOf = (name: string): FieldKind | undefined => {
  const [one = '', other, ...others] = name.split('|').map((text) => `'${text}'`);
  if (other) return [`oneOf(${[one, other, ...others].join(', ')})`, one, other, new RegExp(`^(${name})$`)];
  return Object.hasOwn(fieldKinds, name) ? fieldKinds[name] : undefined;
};

/** Reads `name:kind`, where a kind can be `draft|published`. `?` makes a field optional, and `=value` is its default. */
export const readField = (argument: string, plural: string) => {
  const [, name = '', kind = '', isOptional, value] =
    /^([a-z]\w*):(\w+(?:\|\w+)*)(?:(\?)|=(.*))?$/.exec(argument) ?? [];
  const found = kindOf(kind);
  const allowed = [...Object.keys(fieldKinds), 'draft|published'].join(', ');
  if (!found)
    throw new Error(`The field is "${argument}"; write name:kind, name:kind? or name:kind=default; kinds: ${allowed}`);
  const error = nameErrorOf(name, plural);
  if (error) throw new Error(`The field is "${argument}", whose name ${error}`);
  const [plain, one, other, form] = found;
  if (value !== undefined && !form.test(value))
    throw new Error(`The field is "${argument}", whose default is not of its kind; choose another`);
  const literal = one.startsWith("'") ? `'${value}'` : value;
  const code = value === undefined ? plain : `withDefault(${plain}, ${literal})`;
  return { name, code: isOptional ? `optional(${code})` : code, values: [one, other] as const };
};

/** Names and fields of a new resource. The last field of a child has the id of its parent. */
export type NewResource = ReturnType<typeof namesOf> & {
  readonly fields: readonly ReturnType<typeof readField>[];
  /** Readers beside the callers with the scope `:read`: everybody, or of these only the owner and admins. */
  readonly readers?: 'public' | 'private';
};
