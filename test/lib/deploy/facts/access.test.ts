import { Id } from '../../../../functions/kit/model/id';
import { pageQuery } from '../../../../functions/kit/model/page';
import { resources } from '../../../../functions/resources';
import { type Callers, callers, callersOf, type ShownMembers, shownOf } from '../../../../lib/models/stored-models';
import { routeOf } from '../../../support/declared';
import { issuer } from '../../../support/stack';
import { refusals, type StageMetadata, templateWith } from '../templates';

const refused = (had: Partial<StageMetadata>, next: Partial<StageMetadata>, ...confirm: string[]) =>
  refusals(templateWith(had), templateWith(next), ...confirm);

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
  const over = (Settings: StageMetadata['Settings'], Shown: ShownMembers, ...confirm: string[]) =>
    refused({ Settings, Shown }, { Settings, Shown: next }, ...confirm);
  expect(over({ issuer }, had)).toEqual([
    'After this deployment the route listNotes shows author.id, author.email to all its readers: take it out of "expands", or confirm with -c confirm=access.',
  ]);
  const accepted = [over({ issuer }, had, 'access'), over({ issuer }, next), over({ issuer }, {}), over({}, had)];
  expect(accepted).toEqual([[], [], [], []]);
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
