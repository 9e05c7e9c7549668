import { attributeOf } from '../../functions/kit/model/models';
import { indexOf } from '../../functions/kit/table/shards';
import type { NewResource } from './noun';

/** Returns the text of the file of the routes, and of the file of each handler. */
export const routeFilesOf = (resource: NewResource) => {
  const { plural, path: collectionPath, title, titles, collection, parent, fields, readers } = resource;
  const indexed = fields.filter(({ mark }) => mark === 'indexed');
  const names = indexed.map(({ name }) => indexOf(attributeOf(collection, name, { isIndexed: true })));
  const all = [...(parent ? [parent.index] : []), ...names].map((name) => `'${name}'`);
  const indexes = all.length > 0 ? `indexes: [${all.join(', ')}],` : '';
  const expands = parent?.shown ? `expands: { ${parent.noun}: Shown${parent.title} },` : '';
  const isUnique = fields.some(({ mark }) => mark === 'unique');
  // A new value of a unique field reserves the new one, and releases the old one.
  const [find, reserve, release] = isUnique ? [", 'GetItem'", ", 'PutItem'", ", 'DeleteItem'"] : ['', '', ''];
  const count = parent ? ", 'UpdateItem'" : '';
  // Verb, method, models and actions of each route, what makes its handler, and the file of what the handler calls.
  const rows = [
    ['list', 'GET', `query: ${title}Query, ${indexes}`, `'Query'${find}, 'BatchGetItem'`, 'handleList', 'list'],
    ['create', 'POST', `body: ${title}Input,`, `'PutItem'${count}`, 'handleContent', 'create'],
    ['get', 'GET', '', "'GetItem'", 'handleGet', 'get'],
    ['replace', 'PUT', `body: ${title}Input,`, `'UpdateItem', 'PutItem'${release}`, 'handleContent', 'change'],
    ['update', 'PATCH', `body: ${title}Patch,`, `'UpdateItem'${reserve}${release}`, 'handleContent', 'change'],
    ['remove', 'DELETE', '', `'GetItem', 'DeleteItem'${count}`, 'handleDelete', 'remove'],
  ] as const;
  const files = rows.map(([verb, method, models, actions, handle, file]) => {
    const name = `${verb}${verb === 'list' ? titles : title}`;
    const path = `${collectionPath}${verb === 'list' || verb === 'create' ? '' : '/{id}'}`;
    const [store, module] = verb === 'list' && isUnique ? ['listUnique', 'unique'] : [verb, file];
    const result = `${store}(${plural}, request)`;
    const expanded = `async (request) => withParents(${plural}, request, await ${result})`;
    const run = verb === 'list' && expands ? expanded : `(request) => ${result}`;
    const route = `
export const ${name} = {
  routeKey: '${method} ${path}', ${models} response: ${title}, ${verb === 'list' ? expands : ''}
  ${method === 'GET' && readers === 'public' ? "access: 'public', " : ''}actions: [${actions}],
} as const satisfies Route;
`;
    const handler = `
import { ${handle} } from '../kit/lambda/handle';
import { withParents } from '../kit/table/expand';
import { ${store} } from '../kit/table/${module}';
import { ${name} } from './routes';
import { ${plural} } from './store';

export const handler = ${handle}(${name}, ${run});
`;
    return { verb, route, handler };
  });
  const imports = `
import type { Route } from '../kit/http/route';
import { ${title}, ${title}Input, ${title}Patch, ${title}Query, ${parent ? `Shown${parent.title}` : ''} } from './model';
`;
  return {
    'routes.ts': imports + files.map(({ route }) => route).join(''),
    ...Object.fromEntries(files.map(({ verb, handler }) => [`${verb}.ts`, handler])),
  };
};
