import { nounOf } from '../../functions/kit/entity';
import { collectionPathOf, folderOf, type Route } from '../../functions/kit/http/route';
import type { Field } from '../../functions/kit/model/field';
import { attributeOf } from '../../functions/kit/model/models';
import { isFilter } from '../../functions/kit/model/page';
import { pluralIn, versionIn, wordOf } from '../../functions/kit/model/relation';
import { parseMs } from '../../functions/kit/model/time';
import { storedFields, versionsOf } from '../../functions/kit/resources';
import { type Resource, titleOf } from '../../functions/kit/site/openapi/resource';
import { resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { filterErrorOf, nameErrorOf } from '../models/field-rules';
import { isRequired } from '../models/stored-models';
import { editLists, replaceIn, writeFiles } from './edits';
import { readField } from './fields/field';
import { callOf } from './fields/kinds';
import { plurals, readNames } from './noun';
import { versionFilesOf } from './version-templates';

/** Options of the command about a version. */
export type VersionOptions = { readonly [name in 'version' | 'rename' | 'drop' | 'deprecate']?: string };

/** Returns the code of fields that are sorted within a renamed or dropped field, so that they are declared again. */
const sortedAgain = (before: Resource, renamed: readonly (readonly string[])[], dropped: readonly string[]) =>
  Object.entries<Field>(before.input).flatMap(([name, { sorted: { within = [], isWhole = false } = {} }]) => {
    const isKept = within.every((word) => ![...renamed.map(([from]) => from), ...dropped].includes(word));
    if (isKept || dropped.includes(name)) return [];
    const left = within.filter((word) => !dropped.includes(word));
    if (left.length === 0 && !isWhole)
      throw new Error(`--drop is ${within.join(' and ')}, within which lists sort by ${name}; drop ${name}, too`);
    const words = left.map((word) => `'${renamed.find(([from]) => from === word)?.[1] ?? word}'`);
    return [
      [
        name,
        `sorted(${titleOf(before)}Input.${name}, { within: [${words.join(', ')}], isWhole: ${isWhole} })`,
      ] as const,
    ];
  });

const readChanges = (before: Resource, { rename, drop }: VersionOptions, parameters: readonly string[]) => {
  const { collection, path, input } = before;
  const [plural, folder] = [pluralIn(path), folderOf(path)];
  const renamed = readNames('rename', rename, before) ?? [];
  const dropped = readNames('drop', drop, before)?.map(([name]) => name) ?? [];
  const added = parameters.map((parameter) => readField(parameter, plural, wordOf(nounOf(before))));
  const names = [...renamed.map(([, other]) => other), ...added.map((field) => field.name)];
  for (const list of [names, [...renamed.map(([name]) => name), ...dropped]]) {
    const twice = list.find((name, at) => list.indexOf(name) < at);
    if (twice !== undefined) throw new Error(`The field "${twice}" is given twice; name it once`);
  }
  const expanded = Object.values<Route>(routes).flatMap((route) =>
    collectionPathOf(route) === path ? Object.keys(route.expands ?? {}) : [],
  );
  const stored = storedFields(before).filter((field) => !dropped.includes(field.name));
  for (const name of names) {
    const holder = stored.find(({ attribute }) => attribute === name && added.some((field) => field.name === name));
    const taken = holder && `names the attribute of "${holder.name}"; choose another`;
    const [from = ''] = renamed.find(([, other]) => other === name) ?? [];
    const wrong = isFilter(input[from] ?? {}) ? filterErrorOf(name, input[from] ?? {}) : undefined;
    const shown = expanded.includes(name) ? 'is the name of a member that expand adds; choose another' : undefined;
    const known = Object.hasOwn(input, name) ? `is a field of ${folder}; choose another` : undefined;
    const error = known ?? nameErrorOf(name, plural) ?? wrong ?? shown ?? taken;
    if (error) throw new Error(`The new field is "${name}", which ${error}`);
  }
  for (const name of dropped)
    if (isRequired(input[name] ?? {}))
      throw new Error(`--drop is ${name}, which ${folder} requires; let it be optional there first`);
  for (const { name, mark, field } of added)
    if (mark || isRequired(field))
      throw new Error(
        `The new field is "${name}"; let it be optional or give it a default, and neither @unique nor @indexed, because ${folder} does not write it`,
      );
  const model = `${titleOf(before)}Input`;
  const again = new Map(sortedAgain(before, renamed, dropped));
  const others = [...again.keys()].filter((name) => !renamed.some(([from]) => from === name));
  const left = [...renamed.map(([name]) => name), ...dropped, ...others].map((name) => `'${name}'`);
  const shown = [
    ...renamed.map(([name, other]) => {
      const attribute = attributeOf(collection, name, input[name] ?? {});
      return `${other}: storedAs('${attribute}', ${again.get(name) ?? `${model}.${name}`})`;
    }),
    ...others.map((name) => `${name}: ${again.get(name)}`),
    `...${left.length > 0 ? callOf('without', model, ...left) : model}`,
    ...added.map(({ name, code }) => `${name}: ${code}`),
  ];
  return { input: `{\n  ${shown.join(',\n  ')},\n}`, added };
};

/** Marks the routes of a version as deprecated in favor of the version at another path. */
const deprecateRoutes = ({ path }: Resource, successor: string, sunset: string) => {
  const file = `functions/${folderOf(path)}/routes.ts`;
  const since = new Date().toISOString().slice(0, 10);
  const call = `deprecation({ since: '${since}', sunset: '${sunset}', successor: '${successor}' })`;
  replaceIn(file, '\n\n', `\n\nconst deprecated = ${call};\n\n`);
  replaceIn(file, new RegExp(`(?<=routeKey: '\\w+ ${path}(/{id}.*)?',\n)`, 'g'), '  deprecated,\n');
};

/** Returns a function that writes the next version of a resource, and adds it to the lists of the project. */
export const versionAdditionOf = (options: VersionOptions, plural: string, parameters: readonly string[]) => {
  const { version, rename, drop, deprecate: sunset, ...others } = options;
  const [other] = Object.keys(others);
  if (other) throw new Error(`--${other} belongs to all versions of a resource; leave it out`);
  const before = resources.findLast(({ path }) => pluralIn(path) === plural);
  if (!before) throw new Error(`The resource is "${plural}"; allowed: ${plurals}`);
  const next = versionIn(before.path) + 1;
  if (version !== `${next}`) throw new Error(`--version is ${version}; the next version of ${plural} is ${next}`);
  if (sunset !== undefined && !(sunset.length === 10 && parseMs(sunset) > Date.now()))
    throw new Error(`--deprecate is ${sunset}; name a day to come, such as 2027-06-30`);
  const path = `/api/v${next}/${plural}` as const;
  const [folder, files] = [folderOf(path), versionFilesOf(before, path, readChanges(before, options, parameters))];
  return () => {
    writeFiles(folder, files);
    editLists({ ...before, path }, true);
    if (sunset) deprecateRoutes(before, path, sunset);
    const [first = before] = versionsOf(before);
    return `\nThe texts of functions/${folderOf(first.path)}/docs.ts describe each version; functions/${folder}/docs.ts can have its own.\n`;
  };
};
