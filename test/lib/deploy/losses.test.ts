import { indexed } from '../../../functions/kit/model/field';
import type { DeployedTemplate } from '../../../lib/deploy/deployed';
import { refusalsOf } from '../../../lib/deploy/refusals';
import { modelsOf, type Readers, readers, type StoredModels } from '../../../lib/stack/models';
import { issuer } from '../../support/stack';

type Metadata = NonNullable<DeployedTemplate['Metadata']>;
const refused = (had: Metadata, next: Metadata, ...confirm: string[]) =>
  refusalsOf({ Metadata: { Settings: {}, ...had } }, { Metadata: next }, { region: 'us-east-1', confirm });

test('a deployment whose resource has another collection is refused, unless it confirms the models', () => {
  const over = (...confirm: string[]) =>
    refused({ Plan: { POST: [{ from: '2026-01-01T00:00Z', shards: 4 }] } }, { Plan: { NEWS: [] } }, ...confirm);
  const advice = 'no route finds its items: keep it, or confirm with -c confirm=models.';
  expect(over()).toEqual([`The collection POST is gone, and ${advice}`]);
  expect(over('models')).toEqual([]);
});

test('a deployment with models that stored data does not satisfy is refused, unless it confirms them or is a preview', () => {
  const posts = (isRequired: boolean) => ({ title: { kind: 'text', isRequired } });
  const over = (had: Metadata, stage: string, ...confirm: string[]) =>
    refused(had, { Settings: { stage }, Models: { posts: posts(true), comments: posts(true) } }, ...confirm);
  const had = { Past: { posts: posts(false) }, Models: { posts: {} } };
  const reason = 'posts.title is required, and stored posts may have none: give it a default, or make it optional';
  expect(over(had, 'prod', 'table')).toEqual([`${reason}, or confirm with -c confirm=table,models.`]);
  expect([over(had, 'prod', 'models'), over(had, 'pr-12'), over({}, 'prod')]).toEqual([[], [], []]);
});

test.each([
  [1, 0, 'callers with its scope', 'owners and admins'],
  [2, 1, 'everybody', 'callers with its scope'],
  [0, 2],
  [2, undefined],
] as const)('a deployment whose route serves readers %d instead of %d asks first', (is, was, ...named) => {
  const routeKey = 'GET /notes';
  const readersAt = (rank?: 0 | 1 | 2): Readers => (rank === undefined ? {} : { [routeKey]: readers[rank] });
  const over = (Settings: Metadata['Settings'], ...confirm: string[]) =>
    refused({ Settings, Readers: readersAt(was) }, { Settings, Readers: readersAt(is) }, ...confirm);
  const [more, fewer] = named;
  const sentence = `After this deployment ${routeKey} serves ${more}, and served only ${fewer} before: keep its "access", and "isPrivate", or confirm with -c confirm=models.`;
  expect(over({ issuer })).toEqual(named.length > 0 ? [sentence] : []);
  expect([over({ issuer }, 'models'), over({})]).toEqual([[], []]);
});

test('a deployment that queries a new index of a table from elsewhere is refused, unless it confirms the table', () => {
  const children = modelsOf({
    getNote: { routeKey: 'GET /notes/{id}', response: { status: indexed({ maxLength: 9, stored: 'status' }) } },
  });
  const over = (Settings: Metadata['Settings'], Models: StoredModels, ...confirm: string[]) =>
    refused({ Settings, Models }, { Settings, Models: children }, ...confirm);
  const sentence =
    'No deployment adds the index byStatus to the table restored: add it first, and wait for it, or confirm with -c confirm=table.';
  const table = { table: 'restored' };
  expect(over(table, {})).toEqual([sentence]);
  expect([over(table, {}, 'table'), over(table, children), over({}, {})]).toEqual([[], [], []]);
});
