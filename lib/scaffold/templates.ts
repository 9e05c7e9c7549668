import { folderOf } from '../../functions/kit/http/route';
import { digest } from '../../functions/kit/model/text';
import { docsNameOf } from './edits';
import { capitalize, type NewResource } from './noun';
import { routeFilesOf } from './route-templates';

// The command adds the imports to the texts of the files afterwards, and Biome formats them.

/** Belongs to the model, because the parent imports the relation. The pure call keeps unused fields out of bundles. */
const shownOf = (plural: string, { noun, title, shown = [] }: NonNullable<NewResource['parent']>) => `
/** Members of the ${noun} that a list of ${plural} shows to all its readers. */
export const Shown${title} = /* @__PURE__ */ ((input) => ({
  id: Id,${shown.map((name) => ` ${name}: input.${name},`).join('')}
}))(${title}Input);
`;

export const text = 'const Text = /* @__PURE__ */ notBlank({ minLength: 1, maxLength: 200 });';

/** Returns the text of the models that follow from that of the body of POST. */
export const modelTextOf = (title: string, about: string, { input, query }: Record<'input' | 'query', string>) => `
/** Model of the body of POST and PUT${about}. The other models follow from it. */
export const ${title}Input = ${input};

/** Model of the body of PATCH. */
export const ${title}Patch = /* @__PURE__ */ patchOf(${title}Input);

export const ${title} = /* @__PURE__ */ responseOf(${title}Input);

export const ${title}Query = ${query};
`;

/** Returns the text of a first test of a resource. */
export const testOf = ({ path, collection }: Record<'path' | 'collection', string>) => `
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/${folderOf(path)}/create';
import { ${docsNameOf(path)} } from '../../../functions/${folderOf(path)}/docs';
import { eventOf, invoke } from '../../support/unit/event';
import { mockTable } from '../../support/unit/table';

const table = mockTable();
const { request } = ${docsNameOf(path)}.examples.create;

test('POST ${path} stores what it answers', async () => {
  table.on(TransactWriteCommand).resolves({});
  const { status, body } = await invoke(handler, eventOf('POST ${path}', { body: request }));
  expect([status, body]).toEqual([201, expect.objectContaining(request)]);
  const Put = { Item: { pk: '${collection}', sk: body.id } };
  expect(table.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems?.[0]).toMatchObject({ Put });
});
`;

/** Returns the text of each file of a new resource, by its path from the folder of the resource. */
export const filesOf = (resource: NewResource): Readonly<Record<string, string>> => {
  const { plural, path, noun, title, titles, collection, parent, fields, readers } = resource;
  const isPrivate = readers === 'private' ? 'isPrivate: true,' : '';
  const unique = fields.filter(({ mark }) => mark === 'unique');
  // The models of the unique fields of a child stand beside its relation.
  const models = new Map(parent && unique.map(({ name }) => [name, `Unique${capitalize(name)}`]));
  const input = fields.map(({ name, code }) => `${name}: ${models.get(name) ?? code},`).join('\n  ');
  const query = parent?.shown ? `, { expand: /* @__PURE__ */ expandOf(${plural}Relation) }` : '';
  // No other resource has examples with these ids.
  const hash = Buffer.from(digest(plural)).toString('hex').slice(0, 11);
  const bodyOf = (which: number) => fields.map(({ name, values }) => `${name}: ${values[which]}`).join(', ');
  const changed = fields.find(({ name, mark }) => mark !== 'unique' && name !== parent?.field.name) ?? fields[0];
  const shown = ['id', ...(parent?.shown ?? [])].map((name) => `the ${name}`).join(' and ');
  const having = parent?.isOptional ? ' that has one' : '';
  const expand = `\`${parent?.noun}\` adds ${shown} of its ${parent?.noun} to each ${noun}${having}.`;
  // The relation stands alone, so that the bundles of the parent do not hold the fields.
  const relation = `
${models.size > 0 ? text : ''}
${unique.map(({ name, code }) => `export const ${models.get(name)} = ${code};`).join('\n')}

/** Connects ${plural} with their ${parent?.noun}. */
export const ${plural}Relation = {
  attribute: '${parent?.field.name}',
  parent: '${parent?.noun}',
  child: '${noun}',
  path: '${path}', ${parent?.resource.isPrivate ? '' : 'isParentShared: true,'}
  ${models.size > 0 ? `unique: { ${[...models].map((entry) => entry.join(': ')).join(', ')} },` : ''}
} as const satisfies Relation;
`;
  return {
    'model.ts': `
${/\bText\b/.test(input) ? text : ''}
${parent?.shown ? shownOf(plural, parent) : ''}
${modelTextOf(title, '', { input: `{\n  ${input}\n}`, query: `/* @__PURE__ */ pageQuery(${title}Input${query})` })}`,
    ...(parent && { 'relation.ts': relation }),
    ...routeFilesOf(resource),
    'store.ts': `
export const ${plural} = {
  collection: '${collection}',
  model: ${title}, ${isPrivate}
} as const satisfies Entity${isPrivate && ` & Pick<typeof ${plural}Docs, 'isPrivate'>`};
`,
    'docs.ts': `
export const ${plural}Docs = {
  collection: '${collection}',
  path: '${path}', ${isPrivate}
  about: '${titles}.', input: ${title}Input,
  ${parent?.shown ? `parameters: { expand: '${expand}' },` : ''}
  examples: {
    stored: [
      { id: '01a1f3ad-8e00-7000-8000-${hash}1', ${bodyOf(0)} },
      { id: '01a1f3ad-8e00-7000-8000-${hash}2', ${bodyOf(1)} },
    ],
    create: { summary: 'One ${noun}', request: { ${bodyOf(2)} } },
    replace: { summary: 'Another ${noun}', request: { ${bodyOf(3)} } },
    update: { summary: 'Another value', request: { ${changed?.name}: ${changed?.values[4]} } },
  },
} satisfies Resource;
`,
    [`../../test/functions/${plural}/create.test.ts`]: testOf(resource),
  };
};
