import type { Names, NewField } from './noun';

/*
 * Texts of the files of a new resource. `npm run fix` formats them afterwards and removes imports that are not used.
 */

const modelOf = ({ plural, noun, title, parent }: Names, fields: readonly NewField[]) => `
import { notBlank, optional } from '../model/field';
import { Id } from '../model/id';
import { boolean, instant, integer, list, number, oneOf } from '../model/kinds';
import { patchOf, resourceOf } from '../model/models';
import { pageQuery } from '../model/page';
import type { Relation } from '../model/relation';

const Text = /* @__PURE__ */ notBlank({ minLength: 1, maxLength: 200 });

/** Model of the body of POST and PUT. The other models follow from it. */
export const ${title}Input = {
  ${[...fields.map(({ name, code }) => `${name}: ${code}`), ...(parent ? [`${parent.noun}Id: Id`] : [])].join(',\n  ')},
};

/** Model of the body of PATCH. */
export const ${title}Patch = /* @__PURE__ */ patchOf(${title}Input);

export const ${title} = /* @__PURE__ */ resourceOf(${title}Input);

export const ${title}Query = /* @__PURE__ */ pageQuery({ ${parent ? `${parent.noun}Id: Id` : ''} });
${
  parent
    ? `
/** A ${noun} belongs to a ${parent.noun}. */
export const ${plural}Relation = {
  attribute: '${parent.noun}Id',
  parent: '${parent.noun}',
  child: '${noun}',
  path: '/${plural}',
} as const satisfies Relation;
`
    : ''
}`;

const routesOf = ({ plural, title, titles, parent }: Names) => {
  const [input, index] = [`body: ${title}Input,`, parent ? `indexes: ['by${parent.title}'],` : ''];
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

const storeOf = ({ plural, title, parent }: Names) => `
import type { Entity } from '../table/item';
import { moveChild } from '../table/relation';
import { ${title}, ${plural}Relation } from './model';

export const ${plural} = {
  collection: '${title.toUpperCase()}',
  model: ${title},
  ${parent ? `dependents: { field: '${parent.noun}Id', writes: (_, change) => moveChild(${plural}Relation, change) },` : ''}
} as const satisfies Entity;
`;

const docsOf = ({ plural, noun, title, titles, parent }: Names, fields: readonly NewField[]) => {
  const own = parent ? `, ${parent.noun}Id: parent.examples.stored[0].id` : '';
  const values = (which: 0 | 1) => `${fields.map((field) => `${field.name}: ${field.values[which]}`).join(', ')}${own}`;
  return `
import type { Resource } from '../http/resource';
${parent ? `import { ${parent.plural} as parent } from '../${parent.plural}/docs';` : ''}
import { ${plural}Relation } from './model';

export const ${plural}: Resource = {
  collection: '${title.toUpperCase()}',
  path: '/${plural}',
  about: '${titles}.',
  ${parent ? `relation: ${plural}Relation,` : ''}
  examples: {
    stored: [
      { id: '01a1f3ad-8e00-7000-8000-0000000000f1', ${values(0)} },
      { id: '01a1f3ad-8e00-7000-8000-0000000000f2', ${values(1)} },
    ],
    create: { summary: 'A ${noun}', request: { ${values(0)} } },
    replace: { summary: 'Another ${noun}', request: { ${values(1)} } },
    update: { summary: 'Another value', request: { ${fields[0]?.name}: ${fields[0]?.values[1]} } },
  },
};
`;
};

/** Handlers: the verb, how it is made, the function of the table, and the file of this function. */
const handlers = [
  ['list', 'handleList', 'list', 'list'],
  ['create', 'handleContent', 'create', 'create'],
  ['get', 'handleGet', 'get', 'get'],
  ['replace', 'handleContent', 'replace', 'change'],
  ['update', 'handleContent', 'update', 'change'],
  ['remove', 'handleDelete', 'remove', 'remove'],
] as const;

const handlerOf = ({ plural, title, titles, parent }: Names, [verb, handle, run, file]: (typeof handlers)[number]) => {
  const route = `${verb}${verb === 'list' ? titles : title}`;
  const own = parent ? `${parent.noun}Id, ` : '';
  const listing = `({ query: { ${own}...page }, ...request }) =>
  list(${plural}, { ...page, ...request }${parent ? `, { ${parent.noun}Id }` : ''})`;
  return `
import { ${handle} } from '../lambda/handle';
import { ${run} } from '../table/${file}';
import { ${route} } from './routes';
import { ${plural} } from './store';

export const handler = ${handle}(${route}, ${verb === 'list' ? listing : `(request) => ${run}(${plural}, request)`});
`;
};

const testOf = ({ plural, title }: Names, fields: readonly NewField[]) => `
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/${plural}/create';
import { ${plural} } from '../../../functions/${plural}/docs';
import { eventOf, invoke } from '../../support/event';
import { mockTable } from '../../support/table';

const table = mockTable();
const { request } = ${plural}.examples.create;

test('POST /${plural} stores what it answers', async () => {
  table.on(TransactWriteCommand).resolves({});
  const { status, body } = await invoke(handler, eventOf('POST /${plural}', { body: request }));
  expect([status, body]).toEqual([201, expect.objectContaining(request)]);
  const Put = { Item: { pk: '${title.toUpperCase()}', sk: body.id, ...request } };
  expect(table.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems?.[0]).toMatchObject({ Put });
});

test('POST /${plural} answers 400 and stores nothing when a field is of another type', async () => {
  const { status, body } = await invoke(handler, eventOf('POST /${plural}', { body: { ...request, ${fields[0]?.name}: {} } }));
  expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'invalid-body', '#/${fields[0]?.name}']);
  expect(table.calls()).toEqual([]);
});
`;

/** Returns the content of each file of a new resource, by its path. */
export const filesOf = (names: Names, fields: readonly NewField[]): Readonly<Record<string, string>> => ({
  [`functions/${names.plural}/model.ts`]: modelOf(names, fields),
  [`functions/${names.plural}/routes.ts`]: routesOf(names),
  [`functions/${names.plural}/store.ts`]: storeOf(names),
  [`functions/${names.plural}/docs.ts`]: docsOf(names, fields),
  [`test/functions/${names.plural}/create.test.ts`]: testOf(names, fields),
  ...Object.fromEntries(
    handlers.map((handler) => [`functions/${names.plural}/${handler[0]}.ts`, handlerOf(names, handler)]),
  ),
});
