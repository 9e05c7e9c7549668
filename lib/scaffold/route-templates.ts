import { isInRequests } from './fields/field';
import { capitalize } from './names';
import type { NewResource } from './parents';

/** Returns the texts of the routes of a new resource, and of their handlers. */
export const routeFilesOf = (resource: NewResource) => {
  const { entity, path, title, titles, parents, fields, readers } = resource;
  const shown = parents.flatMap((parent) => (parent.shown ? `${parent.name}: Shown${capitalize(parent.name)}` : []));
  const expands = shown.length > 0 ? `expands: { ${shown.join(', ')} },` : '';
  const unique = fields.filter(({ mark }) => mark === 'unique');
  const find = unique.length > 0 ? ", 'GetItem'" : '';
  // A client's new value of a unique field reserves the new one, and releases the old one.
  const [reserve, release] = unique.some(isInRequests) ? [", 'PutItem'", ", 'DeleteItem'"] : ['', ''];
  // A child counts for its parents, and gives a parent from before it could have children its counter.
  const [count, add] = parents.length > 0 ? [", 'UpdateItem'", ", 'GetItem'"] : ['', ''];
  // Verb, route key, models and actions of each route, and what makes its handler.
  const rows = [
    ['list', `GET ${path}`, `query: ${title}Query,`, `'Query'${find}, 'BatchGetItem'`, 'handleList'],
    ['create', `POST ${path}`, `body: ${title}Input,`, `'PutItem'${count}${add}`, 'handlePost'],
    ['get', `GET ${path}/{id}`, '', "'GetItem'", 'handleGet'],
    ['replace', `PUT ${path}/{id}`, `body: ${title}Input,`, `'UpdateItem', 'PutItem'${release}${add}`, 'handleChange'],
    ['update', `PATCH ${path}/{id}`, `body: ${title}Patch,`, `'UpdateItem'${reserve}${release}${add}`, 'handleChange'],
    ['remove', `DELETE ${path}/{id}`, '', `'GetItem', 'DeleteItem'${count}`, 'handleDelete'],
  ] as const;
  const texts = rows.map(([verb, routeKey, models, actions, handle]) => {
    const isList = verb === 'list';
    const name = `${verb}${isList ? titles : title}`;
    const result = `${isList && find ? 'listUnique' : verb}(${entity}, request)`;
    const expanded = `async (request) => withParents(${entity}, request, await ${result})`;
    const route = `
export const ${name} = {
  routeKey: '${routeKey}', ${models} response: ${title}, ${isList ? expands : ''}
  ${routeKey.startsWith('GET') && readers === 'public' ? "access: 'public', " : ''}actions: [${actions}],
} as const satisfies Route;
`;
    const handler = `
export const ${name} = ${handle}(routes.${name}, ${isList && expands ? expanded : `(request) => ${result}`});
`;
    return { route, handler };
  });
  return {
    'routes.ts': texts.map(({ route }) => route).join(''),
    'handlers.ts': `import * as routes from './routes';\n${texts.map(({ handler }) => handler).join('')}`,
  };
};
