import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { camelCase, folderOf, type Route } from '../../functions/kit/http/route';
import { groups, resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { defineCommand } from '../command';
import { root } from '../root';
import { appendTo, editList, finishFiles, refuseChanges, replaceIn, writeFiles } from './edits';
import { docsOfGroup, type Method, makers, routeTextsOf } from './own-route-templates';
import { isTakenName } from './taken';

const usage = {
  name: 'npm run route',
  file: 'POST /webhooks/payments',
  isOpen: true,
  options: {
    name: { type: 'string', value: 'name', does: 'name the route and its function, such as receivePayment' },
    raw: {
      type: 'boolean',
      does: 'give the handler the bytes of the body, as for a signature, and let it answer anything',
    },
    public: { type: 'boolean', does: 'let everybody call it, without a token; of writes only with --raw' },
  },
} as const;

const isMethod = (text: string): text is Method => Object.hasOwn(makers, text);

/** Returns the words of a path that tell it from others: no version, no parameter. */
const wordsOf = (path: string) => path.split('/').filter((word) => word && !/^(api|v\d+|\{.*)$/.test(word));

/** Returns the folder of a route: the first word of its path, or all words where a resource has this folder. */
const groupNameOf = (words: readonly string[]) => {
  const [first = ''] = words;
  return resources.some(({ path }) => folderOf(path) === first) ? words.join('-') : first;
};

/** Returns the file of a handler: what the path has behind the group, or the method. */
const fileNameOf = (method: Method, group: string, words: readonly string[]) => {
  const rest = words.join('-').slice(group.length + 1) || method.toLowerCase();
  return existsSync(join(root, 'functions', group, `${rest}.ts`)) ? `${method.toLowerCase()}-${rest}` : rest;
};

const checkPath = (method: string, path: string) => {
  if (!isMethod(method)) throw new Error(`The method is "${method}"; allowed: ${Object.keys(makers).join(', ')}`);
  if (!/^(\/([\w.~-]+|\{[a-z]\w*\}))+$/.test(path) || wordsOf(path).length === 0)
    throw new Error(`The path is "${path}"; allowed: one such as /webhooks/payments or /coupons/{code}`);
  const same = Object.values<Route>(routes).find(({ routeKey }) => routeKey === `${method} ${path}`);
  if (same) throw new Error(`There is a route ${method} ${path}; choose another path`);
  const resource = resources.find((each) => each.path === path.split('/{id}', 1)[0]);
  if (resource)
    throw new Error(
      `The path "${path}" is one of ${folderOf(resource.path)}; write the route there: functions/BEYOND-DECLARATIONS.md#add-a-route`,
    );
  return method;
};

/** Adds a route beside the resources to the project: its declaration, its handler, its texts and a test. */
export const runRoute = defineCommand(usage, (options, given = '', path = '') => {
  const method = checkPath(given, path);
  const words = wordsOf(path);
  const name = options.name ?? camelCase([method.toLowerCase(), ...words].join('-'));
  if (!/^[a-z]\w*$/.test(name) || isTakenName(name))
    throw new Error(`The name "${name}" cannot be used; give another by --name`);
  if (options.public && !options.raw && method !== 'GET')
    throw new Error('A write is --public only with --raw, where the handler checks who sent it');
  const group = groupNameOf(words);
  const file = fileNameOf(method, group, words);
  const docs = `${camelCase(group)}Docs`;
  refuseChanges();
  const texts = routeTextsOf({
    method,
    path,
    name,
    group,
    file,
    isRaw: options.raw === true,
    isPublic: options.public === true,
  });
  const isNew = !groups.some((each) => each.name === group);
  if (isNew) {
    writeFiles(group, {
      ...texts.files,
      ...(texts.model && { 'model.ts': texts.model }),
      'routes.ts': texts.route,
      'docs.ts': docsOfGroup(docs, group, texts),
    });
    editList('functions/resources.ts', 'RouteGroup\\[\\] = ', (names) => [...names, docs]);
    replaceIn('functions/routes.ts', /^(?=export )/m, `export * from './${group}/routes';\n`);
  } else {
    writeFiles(group, texts.files);
    if (texts.model) appendTo(`functions/${group}/model.ts`, texts.model);
    appendTo(`functions/${group}/routes.ts`, texts.route);
    replaceIn(`functions/${group}/docs.ts`, '  others: {', `  others: {\n    ${texts.described}`);
    replaceIn(`functions/${group}/docs.ts`, /(?<=\n {2}rows: `\n)/, `    ${texts.row}\n`);
  }
  finishFiles();
});
