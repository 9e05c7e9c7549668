import { createdAtMsOf, createdAtOf, Instant, isId, mintId } from '../../../functions/model/id';
import { handler as getPost } from '../../../functions/posts/get';
import { eventOf, invoke } from '../../support/event';
import { readAs } from '../../support/model';
import { ask } from '../../support/resources';
import { notFound } from '../../support/responses';
import { mockTable, storedPost } from '../../support/table';

const table = mockTable();

const paths = ['/posts', '/api/v1/users'];
const routes = ['GET', 'PUT', 'PATCH', 'DELETE'].flatMap((method) => paths.map((path) => `${method} ${path}`));

const malformed = [
  ...['1', 'null', 'USER', '__proto__', '9b2f1f8e-3c57-4d9e-8a25-0c1f5d2e7a10', '01a1f3ad-8e00-7000-7000-000000000001'],
  ...[`{${storedPost.sk}}`, storedPost.sk.replaceAll('-', ''), `${storedPost.sk}\n`],
  ...[`${storedPost.sk}0`, `0${storedPost.sk}`, '01a1f3ad-8e00-7000-8000-00000000000g'],
];

describe.each(routes)('%s/{id}', (route) => {
  test.each(malformed)('answers 404 to the id %j without asking DynamoDB', async (id) => {
    expect(await ask(`${route}/${id}`, { body: '{', query: 'x=1' })).toEqual(notFound);
    expect(table.sent()).toEqual([]);
  });
});

test('an event without path parameters is a 404', async () => {
  const event = { ...eventOf(`GET /posts/${storedPost.sk}`), pathParameters: undefined };
  expect(await invoke(getPost, event)).toEqual(notFound);
  expect(table.sent()).toEqual([]);
});

describe('an id', () => {
  test('is a UUIDv7 of its instant', () => {
    const id = mintId(Date.parse('2026-11-20T00:00:00.123Z'));
    expect(id).toMatch(/^01a1f640-bc7b-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(isId(id)).toBe(true);
    expect(createdAtOf(id)).toBe('2026-11-20T00:00:00.123Z');
  });

  test('is minted now when no instant is given', () => {
    const before = Date.now();
    const instant = createdAtMsOf(mintId());
    expect(instant).toBeGreaterThanOrEqual(before);
    expect(instant).toBeLessThanOrEqual(Date.now());
  });

  test('is another each time, and greater than those of earlier milliseconds', () => {
    const ids = Array.from({ length: 1000 }, (_, i) => mintId(1_795_132_800_000 + i));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(Array.from({ length: 1000 }, () => mintId(0))).size).toBe(1000);
  });
});

test('an Instant is a time in UTC to the millisecond, without other text', () => {
  const at = createdAtOf(mintId());
  expect(readAs({ at: Instant }, { at })).toEqual({ at });
  for (const other of [`x${at}`, `${at}x`, at.slice(0, -1), ''])
    expect(() => readAs({ at: Instant }, { at: other })).toThrow('at must be a time in UTC, to the millisecond');
});
