import { camelCase } from '../../functions/kit/http/route';
import { pluralIn, versionIn } from '../../functions/kit/model/relation';
import { firstVersions } from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
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
