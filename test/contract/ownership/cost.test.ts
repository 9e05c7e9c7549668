import { askAs, useOwnership } from '../../support/auth/owned';
import { startGrown } from '../../support/dynamodb/grown';
import { ask } from '../../support/resources';

const { lastUnits } = startGrown();
useOwnership();

let addresses = 0;

/** Sends requests of every route, and returns the units of each. */
const unitsOfAll = async (isOwned: boolean) => {
  process.env.OWNERSHIP = isOwned ? 'true' : '';
  const units: unknown[] = [];
  const send = async (line: string, body?: object) => {
    const { status, body: answered } = isOwned ? await askAs('owner', line, { body }) : await ask(line, { body });
    expect(status).toBeLessThan(300);
    units.push([line.replace(/[\da-f-]{36}/g, '{id}').replace(/\d+@/, '@'), lastUnits()]);
    return answered;
  };
  const user = () => ({ name: 'Ada', email: `${++addresses}@cost.example` });
  const [a, b] = [await send('POST /api/v1/users', user()), await send('POST /api/v1/users', user())];
  const post = await send('POST /posts', { title: 'x', userId: a.id });
  const alone = await send('POST /posts', { title: 'x' });
  for (const { id } of [post, alone]) {
    await send(`GET /posts/${id}`);
    await send(`PUT /posts/${id}`, { title: 'y', userId: b.id });
    await send(`PATCH /posts/${id}`, { title: 'z' });
    await send(`PATCH /posts/${id}`, { title: 'z' });
  }
  await send(`GET /api/v1/users/${a.id}`);
  await send(`GET /api/v1/users?id=${a.id}&id=${b.id}`);
  await send(`GET /api/v1/users?email=${a.email}`);
  await send(`PUT /api/v1/users/${a.id}`, { ...user() });
  await send(`PATCH /api/v1/users/${a.id}`, { name: 'Bob' });
  await send('GET /posts?limit=1');
  await send(`DELETE /posts/${alone.id}`);
  await send(`DELETE /api/v1/users/${a.id}`);
  await send(`DELETE /api/v1/users/${b.id}?force=true`);
  return units;
};

test('every route takes the units that it takes without ownership', async () => {
  const owned = await unitsOfAll(true);
  expect(await unitsOfAll(false)).toEqual(owned);
  expect(owned.length).toBeGreaterThan(20);
});
