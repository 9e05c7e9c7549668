import { entityNameOf, folderOf } from '../../functions/kit/http/route';
import { docsNameOf } from './names';

/** Returns the text of a first test of a resource: of its six handlers, over a mocked table. */
export const testOf = (path: string) => {
  const [folder, entity, docs] = [folderOf(path), entityNameOf(path), docsNameOf(path)];
  return `
import { ${docs} } from '../../../functions/${folder}/docs';
import { ${entity} } from '../../../functions/${folder}/store';
import { ask } from '../../support/resources';
import { mockTable } from '../../support/unit/table';

const table = mockTable();
const { stored, create, replace, update } = ${docs}.examples;
const [one] = stored;
const path = \`${path}/\${one.id}\`;

test.each([
  { line: 'GET ${path}', status: 200, shown: [one] },
  { line: 'POST ${path}', body: create.request, status: 201, shown: create.request },
  { line: \`GET \${path}\`, status: 200, shown: one },
  { line: \`PUT \${path}\`, body: replace.request, status: 200, shown: replace.request },
  { line: \`PATCH \${path}\`, body: update.request, status: 200, shown: update.request },
  { line: \`DELETE \${path}\`, status: 204 },
])('$line answers $status', async ({ line, body, status, shown }) => {
  table.hold(${entity}, one, { ...one, ...body });
  const response = await ask(line, { body });
  expect(response).toMatchObject(shown ? { status, body: shown } : { status });
  const id = response.body?.id ?? one.id;
  expect(table.written(${entity})).toEqual(line.startsWith('GET') ? [] : [id]);
});
`;
};
