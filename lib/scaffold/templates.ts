import type { Names, NewField } from './noun';
import { handlersOf, routesOf } from './route-templates';

/*
 * Texts of the files of a new resource. `npm run fix` formats them afterwards and removes imports that are not used.
 */

const modelOf = ({ title, parent, attribute }: Names, fields: readonly NewField[]) => `
import { notBlank, optional, withDefault } from '../model/field';
import { Id } from '../model/id';
import { boolean, instant, integer, list, number, oneOf } from '../model/kinds';
import { patchOf, resourceOf } from '../model/models';
import { pageQuery } from '../model/page';

${fields.some(({ code }) => code.includes('Text')) ? 'const Text = /* @__PURE__ */ notBlank({ minLength: 1, maxLength: 200 });' : ''}

/** Model of the body of POST and PUT. The other models follow from it. */
export const ${title}Input = {
  ${[...fields.map(({ name, code }) => `${name}: ${code}`), ...(parent ? [`${attribute}: Id`] : [])].join(',\n  ')},
};

/** Model of the body of PATCH. */
export const ${title}Patch = /* @__PURE__ */ patchOf(${title}Input);

export const ${title} = /* @__PURE__ */ resourceOf(${title}Input);

export const ${title}Query = /* @__PURE__ */ pageQuery({ ${parent ? `${attribute}: Id` : ''} });
`;

/** Stands alone, so that the bundles of the parent do not hold the fields. */
const relationOf = ({ plural, noun, parent, attribute }: Names) => `
import type { Relation } from '../model/relation';

/** A ${noun} belongs to a ${parent?.noun}. */
export const ${plural}Relation = {
  attribute: '${attribute}',
  parent: '${parent?.noun}',
  child: '${noun}',
  path: '/${plural}',
} as const satisfies Relation;
`;

const storeOf = ({ plural, title, collection, parent, attribute }: Names) => `
import type { Entity } from '../table/item';
import { moveChild } from '../table/relation';
import { ${title} } from './model';
import { ${plural}Relation } from './relation';

export const ${plural} = {
  collection: '${collection}',
  model: ${title},
  ${parent ? `dependents: { field: '${attribute}', writes: (_, change) => moveChild(${plural}Relation, change) },` : ''}
} as const satisfies Entity;
`;

const docsOf = ({ plural, noun, titles, collection, parent, attribute }: Names, fields: readonly NewField[]) => {
  const own = parent ? `, ${attribute}: parent.examples.stored[0].id` : '';
  const values = (which: 0 | 1) => `${fields.map((field) => `${field.name}: ${field.values[which]}`).join(', ')}${own}`;
  return `
import type { Resource } from '../http/resource';
${parent ? `import { ${parent.plural} as parent } from '../${parent.plural}/docs';` : ''}
import { ${plural}Relation } from './relation';

export const ${plural}: Resource = {
  collection: '${collection}',
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

const testOf = ({ plural, collection }: Names) => `
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
  const Put = { Item: { pk: '${collection}', sk: body.id, ...request } };
  expect(table.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems?.[0]).toMatchObject({ Put });
});
`;

/** Returns the content of each file of a new resource, by its path. */
export const filesOf = (names: Names, fields: readonly NewField[]): Readonly<Record<string, string>> => ({
  [`functions/${names.plural}/model.ts`]: modelOf(names, fields),
  ...(names.parent && { [`functions/${names.plural}/relation.ts`]: relationOf(names) }),
  [`functions/${names.plural}/routes.ts`]: routesOf(names),
  [`functions/${names.plural}/store.ts`]: storeOf(names),
  [`functions/${names.plural}/docs.ts`]: docsOf(names, fields),
  [`test/functions/${names.plural}/create.test.ts`]: testOf(names),
  ...Object.fromEntries(handlersOf(names).map(([verb, text]) => [`functions/${names.plural}/${verb}.ts`, text])),
});
