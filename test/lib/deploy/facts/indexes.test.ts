import { type Field, indexed } from '../../../../functions/kit/model/field';
import { modelsOf } from '../../../../lib/models/stored-models';
import { issuer } from '../../../support/stack';
import { refusals, type StageMetadata, templateWith } from '../templates';

const over = (was: Partial<StageMetadata>, is: Partial<StageMetadata>, ...confirm: string[]) =>
  refusals(templateWith(was), templateWith(is), ...confirm);

const status = { maxLength: 9, stored: 'status' };
const modelsWith = (field: Field) =>
  modelsOf({ getNote: { routeKey: 'GET /notes/{id}', response: { title: { maxLength: 9 }, status: field } } });
/** Metadata of before 3.1.0, which does not name the indexes. */
const before = (field: Field, Settings = {}) => ({ Indexes: undefined, Models: modelsWith(field), Settings });
const restored = { table: 'restored' };

test.each<[string, Partial<StageMetadata>, readonly string[], ...string[]]>([
  ['an index of another table', { Settings: restored, Indexes: ['byTag'] }, ['byTag', 'by.price'], 'by.price'],
  ['the index of owners', { Settings: restored, Indexes: ['byTag'] }, ['byTag', 'by_owner'], 'by_owner'],
  ['what code of before 3.1.0 did not query', before(status, restored), ['byStatus'], 'byStatus'],
  ['what code of before 3.1.0 queried', before(indexed(status), restored), ['byStatus']],
  ['an index less', { Settings: restored, Indexes: ['byTag', 'by.price'] }, ['byTag']],
  ['an index of the own table of the stage', { Settings: {}, Indexes: [] }, ['by.price']],
])('a deployment that queries %s asks first for what the other table may lack', (_, was, Indexes, ...missing) => {
  const is = { ...was, Indexes };
  expect(over(was, is)).toEqual(
    missing.map(
      (name) =>
        `No deployment adds the index ${name} to the table restored: add it first, and wait for it, or confirm with -c confirm=table.`,
    ),
  );
  expect(over(was, is, 'table')).toEqual([]);
});

const [open, owned] = [{ issuer }, { issuer, ownership: true }];
const own = { Settings: owned, Indexes: ['by_owner'] };
const asked =
  'Callers now list what they own, and items from before may lack the entry for this: run npm run verify -- --table <table> --fix with this code, then deploy and confirm this, and when no old function runs any more, verify again, or confirm with -c confirm=ownership.';
test.each<[string, Partial<StageMetadata>, Partial<StageMetadata>, string[]]>([
  ['turns ownership on', { Settings: open, Indexes: [] }, own, [asked]],
  ['has ownership over code of before 3.1.0', { Settings: owned, Indexes: undefined }, own, [asked]],
  ['has ownership as before', own, own, []],
  ['has no ownership over code of before 3.1.0', { Settings: open, Indexes: undefined }, { Settings: open }, []],
  [
    'turns ownership on in a preview',
    { Settings: { ...open, stage: 'pr-12' }, Indexes: [] },
    { ...own, Settings: { ...owned, stage: 'pr-12' } },
    [],
  ],
])('a deployment that %s asks first for the entries of owners where old items may lack them', (_, was, is, asks) => {
  expect(over(was, is)).toEqual(asks);
  expect(over(was, is, 'ownership')).toEqual([]);
});
