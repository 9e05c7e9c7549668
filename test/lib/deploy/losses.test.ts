import { indexed } from '../../../functions/kit/model/field';
import { Id } from '../../../functions/kit/model/id';
import { pageQuery } from '../../../functions/kit/model/page';
import { resources } from '../../../functions/resources';
import type { DeployedTemplate } from '../../../lib/deploy/deployed';
import { refusalsOf } from '../../../lib/deploy/refusals';
import {
  type Callers,
  callers,
  callersOf,
  modelsOf,
  type ShownMembers,
  type StoredModels,
  shownOf,
} from '../../../lib/models/stored-models';
import { routeOf } from '../../support/declared';
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

const owned = { issuer, ownership: true };
test.each([
  [owned, 1, 0, 'callers with its scope', 'owners and admins'],
  [owned, 2, 0, 'everybody', 'owners and admins'],
  [{ issuer }, 2, 0, 'everybody', 'callers with its scope'],
  [{ issuer }, 2, 1, 'everybody', 'callers with its scope'],
  [{ ...owned, protectReads: true }, 2, 0, 'callers with its scope', 'owners and admins'],
  [{ issuer }, 1, 0],
  [{ issuer, protectReads: true }, 2, 1],
  [{}, 2, 0],
  [owned, 0, 2],
  [owned, 2, undefined],
] as const)(
  'a deployment to %j whose route serves callers %d instead of %d asks first',
  (Settings, is, was, ...named) => {
    const callersAt = (rank?: 0 | 1 | 2): Callers => (rank === undefined ? {} : { listNotes: callers[rank] });
    const over = (...confirm: string[]) =>
      refused({ Settings, Callers: callersAt(was) }, { Settings, Callers: callersAt(is) }, ...confirm);
    const [more, fewer] = named;
    const sentence = `After this deployment the route listNotes serves ${more}, and served only ${fewer} before: keep its "access", and "isPrivate" of its resource, or confirm with -c confirm=models,access.`;
    expect(over('models')).toEqual(named.length > 0 ? [sentence] : []);
    expect(over('access')).toEqual([]);
  },
);

test('a deployment whose list shows more of a parent asks first, beside an issuer', () => {
  const notes = { routeKey: 'GET /notes', query: pageQuery({}), actions: ['Query'] } as const;
  const later = { ...notes, routeKey: 'GET /api/v2/notes', expands: { author: { id: Id, email: Id } } } as const;
  const [had, next] = [
    shownOf({ listNotes: notes }),
    shownOf({ listNotesV2: later, listNotes: notes, listTags: later }),
  ];
  const over = (Settings: Metadata['Settings'], Shown?: ShownMembers, ...confirm: string[]) =>
    refused({ Settings, Shown }, { Settings, Shown: next }, ...confirm);
  expect(over({ issuer }, had)).toEqual([
    'After this deployment the route listNotes shows author.id, author.email to all its readers: take it out of "expands", or confirm with -c confirm=access.',
  ]);
  expect([over({ issuer }, had, 'access'), over({ issuer }, next), over({ issuer }), over({}, had)]).toEqual([
    [],
    [],
    [],
    [],
  ]);
});

test('the callers of a route are those of its version with the most, and owners of a private resource', () => {
  const notes = { actions: ['Query'], routeKey: 'GET /notes' } as const;
  const shown = { ...notes, access: 'public', routeKey: 'GET /api/v2/notes' } as const;
  expect(callersOf({ listNotesV2: shown, listNotes: notes })).toEqual({ listNotes: 'everybody' });
  const kept = resources.find(({ isPrivate }) => isPrivate);
  const rows = kept ? [routeOf(kept, 'list'), routeOf(kept, 'create')] : [];
  const found = rows.flatMap((row) => Object.values(callersOf(Object.fromEntries([row]))));
  expect(found).toEqual(kept ? ['owners and admins', 'callers with its scope'] : []);
});

test('a deployment that queries a new index of a table from elsewhere is refused, unless it confirms the table', () => {
  const response = { title: { maxLength: 9 }, status: indexed({ maxLength: 9, stored: 'status' }) };
  const children = modelsOf({ getNote: { routeKey: 'GET /notes/{id}', response } });
  const over = (Settings: Metadata['Settings'], Models: StoredModels, ...confirm: string[]) =>
    refused({ Settings, Models }, { Settings, Models: children }, ...confirm);
  const sentence =
    'No deployment adds the index byStatus to the table restored: add it first, and wait for it, or confirm with -c confirm=table.';
  const [table, rules] = [{ table: 'restored' }, ['belongsTo']];
  expect(over(table, {})).toEqual([sentence]);
  expect([over(table, {}, 'table'), over(table, children), over({}, {})]).toEqual([[], [], []]);
  // Release 2.0.0 told no rules, and version 1.0 no models.
  const earlier = { notes: { status: { kind: 'text', isRequired: true } } };
  const related = { notes: { status: { ...earlier.notes.status, stored: 'status', rules, oldRules: rules } } };
  const next = { Settings: table, Models: related };
  expect([refused({ Settings: table, Models: earlier }, next), refused({ Settings: table }, next)]).toEqual([[], []]);
});
