import { camelCase } from '../../functions/kit/http/route';
import { withDefault } from '../../functions/kit/model/field';
import { pluralIn, versionIn } from '../../functions/kit/model/relation';
import { firstVersions } from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import { filterErrorOf, nameErrorOf, valueErrorOf } from '../models/field-rules';
import { fieldKinds, kindOf, pureCall, uniqueTexts } from './kinds';
import { capitalize, singularOf, WORDS } from './names';
import { isTaken } from './taken';

/** Plurals of the resources, as errors list them. */
export const plurals = firstVersions.map(({ path }) => pluralIn(path)).join(', ');

/** Options of the command about names. */
type Options = { readonly [name in 'noun' | 'path']?: string };

/** Reads a list such as `name=fullName,body=text`, or `name,body` for the other options. Checks that the resource has these fields. */
export const readNames = (option: string, list: string | undefined, { input }: Resource) =>
  list?.split(',').map((pair) => {
    const [name = '', other = ''] = option === 'rename' ? pair.split('=') : [pair];
    if (!Object.hasOwn(input, name))
      throw new Error(`--${option} is ${list}; allowed: ${Object.keys(input).join(', ')}, separated by commas`);
    return [name, other] as const;
  });

/** Returns the names of a new resource, and of its parent if it has one. */
export const namesOf = (plural: string, options: Options = {}) => {
  if (!WORDS.test(plural))
    throw new Error(
      `The resource is "${plural}"; write lower-case words with hyphens, such as products or order-items`,
    );
  const { noun = singularOf(plural), path = `/api/v1/${plural}` } = options;
  if (!WORDS.test(noun))
    throw new Error(`--noun is ${noun}; write lower-case words with hyphens, such as person or order-item`);
  if (!new RegExp(`^(/[a-z\\d-]+)*/${plural}$`).test(path))
    throw new Error(`--path is ${path}; write lower-case words that end in /${plural}, such as /api/v1/${plural}`);
  if (versionIn(path) > 1) throw new Error(`--path is ${path}; write version 1, and add the next one by --version 2`);
  const [entity, title] = [camelCase(plural), capitalize(camelCase(noun))];
  const collection = noun.replaceAll('-', '_').toUpperCase();
  const known = firstVersions.find((resource) => resource.collection === collection);
  if (known)
    throw new Error(`The resource is "${plural}", of which each is a ${noun}, as in ${known.path}; choose another`);
  if (isTaken(entity, title))
    throw new Error(`The resource is "${plural}", a word of the code or of JavaScript; choose another noun`);
  return { plural, entity, path, noun, title, titles: capitalize(entity), collection };
};

/**
 * Reads `name:kind`, where a kind can be `draft|published`. `?` makes a field optional, and `=value` is its default.
 * `@unique` and `@indexed` at the end let a list find resources by the field. `@unique:lower` ignores upper and lower case.
 */
export const readField = (argument: string, plural: string) => {
  const [, name = '', kind = '', isOptional, value, mark, isFolded] =
    /^([a-z]\w*):(\w+(?:\|\w+)*)(?:(\?)|=(.*?))?(?:@(unique|indexed(?!:))(:lower)?)?$/.exec(argument) ?? [];
  const found = kindOf(kind);
  const allowed = [...Object.keys(fieldKinds), 'draft|published'].join(', ');
  if (!found)
    throw new Error(
      `The field is "${argument}"; write name:kind, name:kind? or name:kind=default, and @unique, @unique:lower or @indexed after it; kinds: ${allowed}`,
    );
  const error = nameErrorOf(name, plural);
  if (error) throw new Error(`The field is "${argument}", whose name ${error}`);
  const [plain, field, one, other, form] = found;
  const wrong = mark && filterErrorOf(name, { ...field, isIndexed: true });
  if (wrong) throw new Error(`The field is "${argument}", which ${wrong}`);
  if (mark === 'unique' && (kind !== 'text' || value !== undefined))
    throw new Error(`The field is "${argument}", which cannot be unique; only a text without a default can`);
  if (value !== undefined && !form.test(value))
    throw new Error(`The field is "${argument}", whose default is not of its kind; choose another`);
  const isText = one.startsWith("'");
  const given = isText ? value : value && JSON.parse(value);
  const wrongValue = valueErrorOf(withDefault(field, given));
  if (wrongValue) throw new Error(`The field is "${argument}", which ${wrongValue}`);
  const literal = isText ? `'${value}'` : `${value}`;
  const whole = value === undefined ? plain : pureCall('withDefault', plain, literal);
  const rule = isFolded ? ['{ normalize: foldCase }'] : [];
  const marked = mark ? pureCall(mark, whole, ...rule) : whole;
  const values = mark === 'unique' ? uniqueTexts : [one, other, one, other, other];
  return { name, code: isOptional ? pureCall('optional', marked) : marked, mark, values };
};

export type NewField = ReturnType<typeof readField>;
