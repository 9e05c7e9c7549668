import { digest } from '../../functions/kit/model/text';
import type { NewResource } from './noun';
import { routeFilesOf } from './route-templates';

// Biome formats the texts of the files afterwards, and removes imports that are not used.

const modelOf = ({ plural, title, fields }: NewResource) => `
import { notBlank, optional, withDefault } from '../kit/model/field';
import { boolean, instant, integer, number, oneOf, texts } from '../kit/model/kinds';
import { patchOf, responseOf } from '../kit/model/models';
import { pageQuery } from '../kit/model/page';
import { belongsTo } from '../kit/model/relation';
import { ${plural}Relation } from './relation';

${fields.some(({ code }) => code.includes('Text')) ? 'const Text = /* @__PURE__ */ notBlank({ minLength: 1, maxLength: 200 });' : ''}

/** Model of the body of POST and PUT. The other models follow from it. */
export const ${title}Input = {
  ${fields.map(({ name, code }) => `${name}: ${code}`).join(',\n  ')},
};

/** Model of the body of PATCH. */
export const ${title}Patch = /* @__PURE__ */ patchOf(${title}Input);

export const ${title} = /* @__PURE__ */ responseOf(${title}Input);

export const ${title}Query = /* @__PURE__ */ pageQuery(${title}Input);
`;

/** Stands alone, so that the bundles of the parent do not hold the fields. */
const relationOf = ({ plural, noun, parent }: NewResource) => `
import type { Relation } from '../kit/model/field';

/** Connects ${plural} with their ${parent?.noun}. */
export const ${plural}Relation = {
  attribute: '${parent?.attribute}',
  parent: '${parent?.noun}',
  child: '${noun}',
  path: '/${plural}', ${parent?.isShared ? 'isParentShared: true,' : ''}
} as const satisfies Relation;
`;

const storeOf = ({ plural, title, collection, parent, readers }: NewResource) => `
import type { Entity } from '../kit/table/item';
import { childCounts } from '../kit/table/relation';
import { ${title} } from './model';

export const ${plural} = {
  collection: '${collection}',
  model: ${title}, ${readers === 'private' ? 'isPrivate: true,' : ''}
  ${parent ? 'dependents: [childCounts],' : ''}
} as const satisfies Entity;
`;

const docsOf = ({ plural, noun, title, titles, collection, parent, fields, readers }: NewResource) => {
  // No other resource has examples with these ids.
  const hash = Buffer.from(digest(plural)).toString('hex').slice(0, 11);
  const values = (which: 0 | 1) => fields.map((field) => `${field.name}: ${field.values[which]}`).join(', ');
  return `
import type { Resource } from '../kit/http/resource';
${parent ? `import { ${parent.plural}Docs as parent } from '../${parent.plural}/docs';` : ''}
import { ${title}Input } from './model';

export const ${plural}Docs: Resource = {
  collection: '${collection}',
  path: '/${plural}', ${readers === 'private' ? 'isPrivate: true,' : ''}
  about: '${titles}.', input: ${title}Input,
  examples: {
    stored: [
      { id: '01a1f3ad-8e00-7000-8000-${hash}1', ${values(0)} },
      { id: '01a1f3ad-8e00-7000-8000-${hash}2', ${values(1)} },
    ],
    create: { summary: 'One ${noun}', request: { ${values(0)} } },
    replace: { summary: 'Another ${noun}', request: { ${values(1)} } },
    update: { summary: 'Another value', request: { ${fields[0]?.name}: ${fields[0]?.values[1]} } },
  },
};
`;
};

const testOf = ({ plural, collection }: NewResource) => `
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/${plural}/create';
import { ${plural}Docs } from '../../../functions/${plural}/docs';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable } from '../../support/unit/table';

const table = mockTable();
const { request } = ${plural}Docs.examples.create;

test('POST /${plural} stores what it answers', async () => {
  table.on(TransactWriteCommand).resolves({});
  const { status, body } = await invoke(handler, eventOf('POST /${plural}', { body: request }));
  expect([status, body]).toEqual([201, expect.objectContaining(request)]);
  const Put = { Item: { pk: '${collection}', sk: body.id, ...request } };
  expect(table.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems?.[0]).toMatchObject({ Put });
});
`;

/** Returns the text of each file of a new resource, by its path from the folder of the resource. */
export const filesOf = (resource: NewResource): Readonly<Record<string, string>> => ({
  'model.ts': modelOf(resource),
  ...(resource.parent && { 'relation.ts': relationOf(resource) }),
  ...routeFilesOf(resource),
  'store.ts': storeOf(resource),
  'docs.ts': docsOf(resource),
  [`../../test/functions/${resource.plural}/create.test.ts`]: testOf(resource),
});
