import { createdAtOf, isId, mintId } from '../../../../functions/kit/model/id';
import { notFound } from '../../../support/responses';
import { mockTable } from '../../../support/unit/table';
import { askThings, storedThing } from '../things';

const table = mockTable();

const { pk, sk } = storedThing;

test.each([
  ...['1', 'null', pk, '__proto__', '9b2f1f8e-3c57-4d9e-8a25-0c1f5d2e7a10', '01a1f3ad-8e00-7000-7000-000000000001'],
  ...[`{${sk}}`, sk.replaceAll('-', ''), `${sk}\n`, `${sk}0`, `0${sk}`, '01a1f3ad-8e00-7000-8000-00000000000g'],
])('%j is no id', (id) => {
  expect(isId(id)).toBe(false);
});

test('an id of another form is a 404, whatever else is wrong, and DynamoDB is not asked', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
    expect(await askThings(`${method} /things/1`, { body: '{', query: 'x=1' })).toEqual(notFound);
  expect(table.sent()).toEqual([]);
});

test('a minted id is a UUIDv7 of its instant, and another each time', () => {
  const ids = Array.from({ length: 1000 }, () => mintId(Date.parse('2026-11-20T00:00:00.123Z')));
  for (const id of ids) expect(id).toMatch(/^01a1f640-bc7b-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(ids).size).toBe(1000);
  expect(createdAtOf(ids[0] ?? '')).toBe('2026-11-20T00:00:00.123Z');
});
