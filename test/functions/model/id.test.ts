import { createdAtOf, Instant, instantOf, isId, mintId } from '../../../functions/model/id';
import { handler as getPost } from '../../../functions/posts/get';
import { handler as removePost } from '../../../functions/posts/remove';
import { handler as replacePost } from '../../../functions/posts/replace';
import { handler as updatePost } from '../../../functions/posts/update';
import { handler as getUser } from '../../../functions/users/get';
import { handler as removeUser } from '../../../functions/users/remove';
import { handler as replaceUser } from '../../../functions/users/replace';
import { handler as updateUser } from '../../../functions/users/update';
import { eventOf, invoke, problemOf } from '../../support/event';
import { readAs } from '../../support/model';
import { mockTable, post } from '../../support/table';

const table = mockTable();

const members = [
  ['GET /posts', getPost],
  ['PUT /posts', replacePost],
  ['PATCH /posts', updatePost],
  ['DELETE /posts', removePost],
  ['GET /api/v1/users', getUser],
  ['PUT /api/v1/users', replaceUser],
  ['PATCH /api/v1/users', updateUser],
  ['DELETE /api/v1/users', removeUser],
] as const;

const malformed = [
  '1',
  'null',
  post.sk.toUpperCase(),
  `{${post.sk}}`,
  post.sk.replaceAll('-', ''),
  `${post.sk}0`,
  `0${post.sk}`,
  `${post.sk}\n`,
  '9b2f1f8e-3c57-4d9e-8a25-0c1f5d2e7a10',
  '01a1f3ad-8e00-7000-7000-000000000001',
  '01a1f3ad-8e00-7000-8000-00000000000g',
  'USER',
  '__proto__',
];

describe.each(members)('%s/{id}', (route, handler) => {
  test.each(malformed)('answers 404 to %j without asking the table', async (id) => {
    expect(await invoke(handler, eventOf(`${route}/${id}`, { body: '{', query: 'x=1' }))).toEqual(
      problemOf(404, 'not-found', 'There is no such resource.'),
    );
    expect(table.sent()).toEqual([]);
  });

  test('answers 404 to an event that has no path parameters', async () => {
    const event = { ...eventOf(`${route}/${post.sk}`, { body: '{}' }), pathParameters: undefined };
    expect((await invoke(handler, event)).status).toBe(404);
    expect(table.sent()).toEqual([]);
  });
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
    const instant = instantOf(mintId());
    expect(instant).toBeGreaterThanOrEqual(before);
    expect(instant).toBeLessThanOrEqual(Date.now());
  });

  test('is another one each time, and follows those of earlier milliseconds', () => {
    const ids = Array.from({ length: 1000 }, (_, i) => mintId(1_795_132_800_000 + i));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(Array.from({ length: 1000 }, () => mintId(0))).size).toBe(1000);
  });
});

test('an instant is a time in UTC, to the millisecond, and nothing beside it', () => {
  const at = createdAtOf(mintId());
  expect(readAs({ at: Instant }, { at })).toEqual({ at });
  for (const other of [`x${at}`, `${at}x`, at.slice(0, -1), ''])
    expect(() => readAs({ at: Instant }, { at: other })).toThrow('at must be a time in UTC, to the millisecond');
});
