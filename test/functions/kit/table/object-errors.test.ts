import { startGrown } from '../../../support/dynamodb/grown';
import { askCrates } from './crates';

startGrown();

const address = { street: 'Main Street 1', city: 'Bonn', place: { lat: 50.7, lon: 7.1 } };

const errorsOf = (body: { readonly errors: readonly Readonly<Record<'pointer' | 'rule', string>>[] }) =>
  body.errors.map(({ pointer, rule }) => `${pointer} ${rule}`);

test.each([
  [{ address: 5 }, ['#/address type']],
  [{ address: [] }, ['#/address type']],
  [{ address: null }, ['#/address type']],
  [{ address: { street: 'a' } }, ['#/address/city required']],
  [
    { address: { ...address, citty: 'x', place: { lat: 91 } } },
    ['#/address/citty unknown', '#/address/place/lat too-large', '#/address/place/lon required'],
  ],
  [
    { address, parts: [{ sku: 'a', count: 0 }, 5, { sku: 'b', count: 1, size: 1 }] },
    ['#/parts/0/count too-small', '#/parts/1 type', '#/parts/2/size unknown'],
  ],
  [{ address, parts: Array(4).fill({ sku: 'a', count: 1 }) }, ['#/parts too-long']],
  [
    `{"address":{"street":"a","city":"b","city":"c"},"parts":[{"sku":"a","sku":"b","count":1}]}`,
    ['#/address/city repeated', '#/parts/0/sku repeated'],
  ],
])('refuses %j, and points at each fault', async (body, expected) => {
  const { status, body: problem } = await askCrates('POST /crates', { body });
  expect([status, errorsOf(problem).sort()]).toEqual([400, expected.sort()]);
});

test('names the member that an unknown one probably means', async () => {
  const { body } = await askCrates('POST /crates', { body: { address: { ...address, citty: 'x' } } });
  expect(body.errors[0].detail).toBe('is not a member; did you mean city?');
});
