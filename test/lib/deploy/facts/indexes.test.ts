import { type Field, indexed } from '../../../../functions/kit/model/field';
import { modelsOf } from '../../../../lib/models/stored-models';
import { refusals, type StageMetadata, templateWith } from '../templates';

test('a deployment that queries a new index of a table from elsewhere is refused, unless it confirms the table', () => {
  const modelsWith = (status: Field) =>
    modelsOf({ getNote: { routeKey: 'GET /notes/{id}', response: { title: { maxLength: 9 }, status } } });
  const status = { maxLength: 9, stored: 'status' };
  const [without, next] = [modelsWith(status), modelsWith(indexed(status))];
  const over = (Settings: StageMetadata['Settings'], Models: typeof next, ...confirm: string[]) =>
    refusals(templateWith({ Settings, Models }), templateWith({ Settings, Models: next }), 'models', ...confirm);
  const sentence =
    'No deployment adds the index byStatus to the table restored: add it first, and wait for it, or confirm with -c confirm=models,table.';
  const table = { table: 'restored' };
  expect([over(table, {}), over(table, without)]).toEqual([[sentence], [sentence]]);
  expect([over(table, {}, 'table'), over(table, next), over({}, {})]).toEqual([[], [], []]);
});
