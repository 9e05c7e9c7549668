import { camelCase, folderOf, pathOf, type Route } from '../../functions/kit/http/route';
import { resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { shapeOf } from '../check/paths';
import { defineCommand } from '../command';
import { appendTo, editList, read, refuseChanges, replaceIn, writeFiles } from './edits';
import { wordsIn } from './fields/usual';
import { finishFiles } from './finish';
import { docsOfGroup, type Method, makers, routeTextsOf } from './own-route-templates';
import { placeOf, wordsOf } from './place';
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

const checkPath = (method: string, path: string) => {
  if (!isMethod(method)) throw new Error(`The method is "${method}"; allowed: ${Object.keys(makers).join(', ')}`);
  if (!/^(\/([\w.~-]+|\{[a-z]\w*\}))+$/.test(path) || wordsOf(path).length === 0)
    throw new Error(`The path is "${path}"; allowed: one such as /webhooks/payments or /coupons/{code}`);
  const same = Object.values<Route>(routes).find(({ routeKey }) => routeKey === `${method} ${path}`);
  if (same) throw new Error(`There is a route ${method} ${path}; choose another path`);
  const alike = Object.values<Route>(routes)
    .map(pathOf)
    .find((other) => other !== path && shapeOf(other) === shapeOf(path));
  if (alike) throw new Error(`The path "${path}" is ${alike} for API Gateway; write that one, or choose another path`);
  const resource = resources.find((each) => each.path === path.split('/{id}', 1)[0]);
  if (resource)
    throw new Error(
      `The path "${path}" is one of ${folderOf(resource.path)}; write the route there: functions/BEYOND-DECLARATIONS.md#add-a-route`,
    );
  return method;
};

/** Adds the texts of parameters to a description that lacks them. */
const addParameters = (file: string, names: readonly string[]) => {
  const missing = names.filter((name) => !new RegExp(`\\n {2}parameters: \\{[^}]*\\b${name}:`).test(read(file)));
  if (missing.length === 0) return;
  const texts = missing.map((name) => `${name}: 'The ${wordsIn(name)} in the path.',`).join(' ');
  const isThere = read(file).includes('\n  parameters: {');
  replaceIn(
    file,
    isThere ? '  parameters: {' : '  others: {',
    isThere ? `$&${texts}` : `  parameters: { ${texts} },\n$&`,
  );
};

/** Adds a route beside the resources to the project: its declaration, its handler, its texts and a test. */
export const runRoute = defineCommand(usage, (options, given = '', path = '') => {
  const method = checkPath(given, path);
  const parameters = [...path.matchAll(/\{(?!id\})(\w+)\}/g)].map(([, parameter]) => `by-${parameter}`);
  const name = options.name ?? camelCase([method.toLowerCase(), ...wordsOf(path), ...parameters].join('-'));
  if (!/^[a-z]\w*$/.test(name) || isTakenName(name))
    throw new Error(`The name "${name}" is taken, or no name in code; give another by --name`);
  if (options.public && !options.raw && method !== 'GET')
    throw new Error('A write is --public only with --raw, where the handler checks who sent it');
  const { group, isNew, docs, file } = placeOf({ method, path, name });
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
    addParameters(`functions/${group}/docs.ts`, texts.parameters);
    replaceIn(`functions/${group}/docs.ts`, '  others: {', `  others: {\n    ${texts.described}`);
    replaceIn(`functions/${group}/docs.ts`, /(?<=\n {2}rows: `\n)/, `    ${texts.row}\n`);
  }
  finishFiles();
});
