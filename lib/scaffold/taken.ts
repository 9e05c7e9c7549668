import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction, runInNewContext } from 'node:vm';
import { verbs } from '../../functions/kit/http/route';
import { firstVersions } from '../../functions/kit/resources';
import { titleOf } from '../../functions/kit/site/openapi/resource';
import * as routes from '../../functions/routes';
import { root } from '../root';
import { exportsOf } from './edits';
import { capitalize } from './names';

/** Names that JavaScript itself has in every file, such as `Map`. */
const builtIns: readonly string[] = runInNewContext('Object.getOwnPropertyNames(globalThis)');

/** Names of a resource in code, which no other resource has: those of its models and of its lists. */
const modelNames = (title: string) => [title, `${title}Input`, `${title}Patch`, `${title}Query`];

/** Returns the names that no resource can have, because its files or those of other resources use them. */
const takenNames = () => {
  const kit = readdirSync(join(root, 'functions', 'kit'), { encoding: 'utf8', recursive: true });
  const exported = kit.filter((file) => file.endsWith('.ts')).flatMap((file) => exportsOf(`functions/kit/${file}`));
  const others = firstVersions.map(titleOf).flatMap(modelNames);
  const lists = ['functions/plan.ts', 'functions/resources.ts'].flatMap(exportsOf);
  return ['request', 'routes', ...builtIns, ...exported, ...lists, ...others, ...Object.keys(routes)];
};

/** Names that Node and jest give each file. */
const ofFiles = ['exports', 'require', 'module', '__filename', '__dirname', 'jest'];

/** Tells whether a word is one of JavaScript or of each file, such as `extends`, so that no constant can have this name. */
const isReserved = (word: string) => {
  try {
    return !compileFunction(`'use strict'; let ${word};`, ofFiles);
  } catch {
    return true;
  }
};

/** Tells whether a route cannot have a name, because a file uses it. */
export const isTakenName = (name: string) => isReserved(name) || takenNames().includes(name);

/** Tells whether the files of a new resource cannot use its names: those of its entity, models and handlers. */
export const isTaken = (entity: string, title: string) => {
  const handlers = verbs.map((verb) => verb + (verb === 'list' ? capitalize(entity) : title));
  const own = [entity, ...modelNames(title), ...handlers];
  return isReserved(entity) || takenNames().some((name) => own.includes(name));
};
