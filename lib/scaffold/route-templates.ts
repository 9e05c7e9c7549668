import type { NewResource } from './noun';

/** Returns the text of the file of the routes, and of the file of each handler. */
export const routeFilesOf = ({ plural, title, titles, parent, readers }: NewResource) => {
  const index = parent ? `indexes: ['${parent.index}'],` : '';
  const count = parent ? ", 'UpdateItem'" : '';
  // Verb, method, models and actions of each route, what makes its handler, and the file of what the handler calls.
  const rows = [
    ['list', 'GET', `query: ${title}Query, ${index}`, "'Query', 'BatchGetItem'", 'handleList', 'list'],
    ['create', 'POST', `body: ${title}Input,`, `'PutItem'${count}`, 'handleContent', 'create'],
    ['get', 'GET', '', "'GetItem'", 'handleGet', 'get'],
    ['replace', 'PUT', `body: ${title}Input,`, "'UpdateItem', 'PutItem'", 'handleContent', 'change'],
    ['update', 'PATCH', `body: ${title}Patch,`, "'UpdateItem'", 'handleContent', 'change'],
    ['remove', 'DELETE', '', `'GetItem', 'DeleteItem'${count}`, 'handleDelete', 'remove'],
  ] as const;
  const files = rows.map(([verb, method, models, actions, handle, file]) => {
    const name = `${verb}${verb === 'list' ? titles : title}`;
    const path = `/${plural}${verb === 'list' || verb === 'create' ? '' : '/{id}'}`;
    const run = `(request) => ${verb}(${plural}, request)`;
    const route = `
export const ${name} = {
  routeKey: '${method} ${path}', ${models} response: ${title},
  ${method === 'GET' && readers === 'public' ? "access: 'public', " : ''}actions: [${actions}],
} as const satisfies Route;
`;
    const handler = `
import { ${handle} } from '../kit/lambda/handle';
import { ${verb} } from '../kit/table/${file}';
import { ${name} } from './routes';
import { ${plural} } from './store';

export const handler = ${handle}(${name}, ${run});
`;
    return { verb, route, handler };
  });
  const imports = `
import type { Route } from '../kit/http/route';
import { ${title}, ${title}Input, ${title}Patch, ${title}Query } from './model';
`;
  return {
    'routes.ts': imports + files.map(({ route }) => route).join(''),
    ...Object.fromEntries(files.map(({ verb, handler }) => [`${verb}.ts`, handler])),
  };
};
