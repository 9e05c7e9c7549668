import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { camelCase } from '../../functions/kit/http/route';
import { groups } from '../../functions/resources';
import { root } from '../root';
import { read } from './edits';
import { isTakenName } from './taken';

type NewRoute = Readonly<Record<'method' | 'path' | 'name', string>>;

/** Returns the words of a path that tell it from others: no version, no parameter. */
export const wordsOf = (path: string) => path.split('/').filter((word) => word && !/^(api|v\d+|\{.*)$/.test(word));

const isThere = (...parts: readonly string[]) => existsSync(join(root, ...parts));

const isGroup = (name: string) => groups.some((group) => group.name === name);

/** Tells whether a route can stand in a folder of functions/: in a new one, or in that of a group. */
const isUsable = (group: string) =>
  isGroup(group)
    ? ['routes.ts', 'docs.ts'].every((file) => isThere('functions', group, file))
    : !isThere('functions', group);

const byHand = 'or write it by hand, as functions/BEYOND-DECLARATIONS.md#add-a-route-of-any-path shows';

/** Returns the folder of a route: the first word of its path, or all words where this folder is of something else. */
const groupNameOf = ({ path }: NewRoute) => {
  const words = wordsOf(path);
  const names = [...new Set([words[0] ?? '', words.join('-')])];
  const group = names.find(isUsable);
  if (group === undefined) {
    const folders = names.map((name) => `functions/${name}`).join(' or ');
    throw new Error(
      `The folder of the route is ${folders}, which is neither free nor a group with a routes.ts and a docs.ts; choose another path, ${byHand}`,
    );
  }
  return group;
};

/** Returns the name of the constant that describes a group. The constant of a new group must be possible and free. */
const docsNameOf = (group: string, { name }: NewRoute) => {
  const docs = `${camelCase(group)}Docs`;
  const isListed = new RegExp(`\\b${docs.replaceAll('.', '\\.')}\\b`).test(read('functions/resources.ts'));
  if (!isGroup(group) && (isListed || docs === name || isTakenName(docs)))
    throw new Error(
      `The folder of the route is functions/${group}, and no constant can be "${docs}"; choose another path, ${byHand}`,
    );
  return docs;
};

/** Names of the files that each group has beside its handlers. */
const ofGroup = ['docs', 'handlers', 'model', 'routes'];

/** Returns the file of a handler: what the path has behind the group, with the method or by the route's name where that is taken. */
const fileNameOf = (group: string, { method, path, name }: NewRoute) => {
  const verb = method.toLowerCase();
  const rest =
    wordsOf(path)
      .join('-')
      .slice(group.length + 1) || verb;
  const named = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const file = [rest, `${verb}-${rest}`, named].find(
    (each) =>
      !ofGroup.includes(each.toLowerCase()) &&
      !isThere('functions', group, `${each}.ts`) &&
      !isThere('test', 'functions', group, `${each}.test.ts`),
  );
  if (file === undefined)
    throw new Error(
      `The file of the route is functions/${group}/${named}.ts, which exists; give another name by --name`,
    );
  return file;
};

/** Returns where a new route stands: its folder, its file, and the constant that describes the folder. Throws where nothing is free. */
export const placeOf = (route: NewRoute) => {
  const group = groupNameOf(route);
  return { group, isNew: !isGroup(group), docs: docsNameOf(group, route), file: fileNameOf(group, route) };
};
