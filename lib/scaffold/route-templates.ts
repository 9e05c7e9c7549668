import { indexOf } from '../../functions/table/shards';
import type { Names } from './noun';

export const routesOf = ({ plural, title, titles, parent, attribute }: Names) => {
  const [input, index] = [`body: ${title}Input,`, parent ? `indexes: ['${indexOf(attribute)}'],` : ''];
  const count = parent ? ", 'UpdateItem'" : '';
  const rows = [
    [`list${titles}`, `GET /${plural}`, `query: ${title}Query, ${index}`, "'Query', 'BatchGetItem'"],
    [`create${title}`, `POST /${plural}`, input, `'PutItem'${count}`],
    [`get${title}`, `GET /${plural}/{id}`, '', "'GetItem'"],
    [`replace${title}`, `PUT /${plural}/{id}`, input, "'UpdateItem', 'PutItem'"],
    [`update${title}`, `PATCH /${plural}/{id}`, `body: ${title}Patch,`, "'UpdateItem'"],
    [`remove${title}`, `DELETE /${plural}/{id}`, '', `'GetItem', 'DeleteItem'${count}`],
  ] as const;
  const routes = rows.map(
    ([name, key, models, actions]) => `
export const ${name} = {
  routeKey: '${key}', ${models} response: ${title},
  access: '${key.startsWith('GET') ? 'public' : 'owner'}', actions: [${actions}],
} as const satisfies Route;
`,
  );
  return `
import type { Route } from '../http/route';
import { ${title}, ${title}Input, ${title}Patch, ${title}Query } from './model';
${routes.join('')}`;
};

/** Handlers: the verb, how it is made, and the file of the table with the function of this name. */
const handlers = [
  ['list', 'handleList', 'list'],
  ['create', 'handleContent', 'create'],
  ['get', 'handleGet', 'get'],
  ['replace', 'handleContent', 'change'],
  ['update', 'handleContent', 'change'],
  ['remove', 'handleDelete', 'remove'],
] as const;

const handlerOf = (
  { plural, title, titles, parent, attribute }: Names,
  [verb, handle, file]: (typeof handlers)[number],
) => {
  const route = `${verb}${verb === 'list' ? titles : title}`;
  const [own, filter] = parent ? [`${attribute}, `, `, { ${attribute} }`] : ['', ''];
  const listing = `({ query: { ${own}...page }, isCounted, caller }) =>
  list(${plural}, { ...page, isCounted, caller }${filter})`;
  return `
import { ${handle} } from '../lambda/handle';
import { ${verb} } from '../table/${file}';
import { ${route} } from './routes';
import { ${plural} } from './store';

export const handler = ${handle}(${route}, ${verb === 'list' ? listing : `(request) => ${verb}(${plural}, request)`});
`;
};

/** Returns the text of each handler, with its verb. */
export const handlersOf = (names: Names) => handlers.map((handler) => [handler[0], handlerOf(names, handler)] as const);
