import { readField } from '../../../lib/scaffold/fields/field';
import { namesOf } from '../../../lib/scaffold/noun';
import { filesOf } from '../../../lib/scaffold/templates';

const filesWith = (...parameters: readonly string[]) => {
  const fields = parameters.map((parameter) => readField(parameter, 'zombies', 'zombie'));
  return filesOf({ ...namesOf('zombies', { noun: 'zombie' }), parents: [], fields, followsChanges: false });
};

test('stored examples have the fields of handlers and two states, and requests leave them out', () => {
  const { 'docs.ts': docs } = filesWith('total:integer=0@server', 'mood:calm>cross', 'name:text');
  expect(docs).toContain("total: 3, mood: 'calm', name: 'Desk lamp' }");
  expect(docs).toContain("total: 5, mood: 'cross', name: 'Tea pot' }");
  expect(docs).toContain("create: { summary: 'A zombie', request: { name: 'Wool blanket' } }");
  expect(docs).toContain("replace: { summary: 'Another zombie', request: { name: 'Oak shelf' } }");
  expect(docs).toContain("update: { summary: 'Another name', request: { name: 'Wall clock' } }");
});

test('the example of PATCH has the unique field that clients set when a handler sets the others', () => {
  const { 'docs.ts': docs } = filesWith('total:integer=0@server', 'sku:text@unique');
  expect(docs).toContain("update: { summary: 'Another sku', request: { sku: 'CLOCK-05' } }");
});

test.each([
  ['sku:text?@unique', "actions: ['UpdateItem', 'PutItem', 'DeleteItem']"],
  ['sku:text?@unique@server', "actions: ['UpdateItem']"],
])('PATCH of a resource with %s has the permissions that a client needs', (field, actions) => {
  const { 'routes.ts': routes = '' } = filesWith('name:text', field);
  const [, update] = routes.split('export const updateZombie');
  expect(update?.split(';')[0]).toContain(actions);
});
