import { aUniqueField, describeFor } from '../../support/declared';
import { nobody, useService } from '../../support/service';
import { idAt } from '../../support/unit/id';

const { ask, create, createUnder } = useService();

describeFor(aUniqueField, 'a list by a unique value', ({ resource, path, input, field }) => {
  test('has the one resource with a value of the same normal form, behind another id and in its time', async () => {
    await create(resource);
    const created = await createUnder(resource, idAt(Date.parse('2024-02-29T00:00Z'), 1));
    const value = String(created[field]);
    const { normalize = String } = input[field]?.unique ?? {};
    const spellings = [value, value.toUpperCase(), value.normalize('NFD')];
    for (const spelling of spellings.filter((each) => normalize(each) === normalize(value)))
      for (const [query, body, total] of [
        [`after=${nobody}&order=asc`, [created], '1'],
        [`after=${nobody}`, [], '1'],
        ['createdSince=2024-02-29&createdBefore=2024-03-01', [created], '1'],
        ['createdBefore=2024-02-29', [], '0'],
      ]) {
        const line = `GET ${path}?${field}=${encodeURIComponent(spelling)}&${query}`;
        const found = await ask(line, { headers: { prefer: 'count=exact' } });
        expect([found.body, found.headers['x-total-count']]).toEqual([body, total]);
      }
  });
});
