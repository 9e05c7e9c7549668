import { linearize } from './linearize';
import type { HistoryFields, HistoryOperation, SeenState } from './step';

type Overrides = Partial<HistoryOperation>;

/** Creates an operation with the times of its request and response. Without a response, the outcome is unknown. */
const operation = (
  kind: HistoryOperation['kind'],
  sentAt: number,
  answeredAt: number,
  overrides: Overrides = {},
): HistoryOperation => ({
  line: `${kind} at ${sentAt}`,
  sentAt,
  answeredAt,
  kind,
  outcome: answeredAt === Number.POSITIVE_INFINITY ? 'unknown' : 'done',
  seen: {},
  ...overrides,
});

const never = Number.POSITIVE_INFINITY;

/** Creates a state whose ETag and `updatedAt` are derived from its version. */
const seen = (version: number, fields: HistoryFields): SeenState => ({
  fields,
  etag: `"${version}"`,
  updatedAt: `2026-0${version}`,
});

const [a, b, c] = [{ title: 'a' }, { title: 'b' }, { title: 'c' }];
const first = operation('create', 1, 2, { set: a, seen: seen(1, a) });
const put = (sentAt: number, answeredAt: number, set: HistoryFields, version?: number, overrides: Overrides = {}) =>
  operation('put', sentAt, answeredAt, { set, ...(version && { seen: seen(version, set) }), ...overrides });
const read = (sentAt: number, answeredAt: number, version: number, fields: HistoryFields) =>
  operation('read', sentAt, answeredAt, { seen: seen(version, fields) });
const absent = (sentAt: number, answeredAt: number) => operation('read', sentAt, answeredAt, { outcome: 'absent' });
const refused = (kind: 'put' | 'create', sentAt: number, answeredAt: number, etag: string, ifMatch?: string) =>
  operation(kind, sentAt, answeredAt, { set: c, outcome: 'refused', seen: { etag }, ifMatch });
const patch = (sentAt: number, answeredAt: number, set: HistoryFields, version: number, all: HistoryFields) =>
  operation('patch', sentAt, answeredAt, { set, seen: seen(version, all) });

const ab = { title: 'a', content: 'b' };

describe('linearize', () => {
  test.each<[string, HistoryOperation[]]>([
    [
      'operations one after the other',
      [first, read(3, 4, 1, a), put(5, 6, b, 2), operation('delete', 7, 8), absent(9, 10)],
    ],
    ['a read during a write that returns the old state', [first, put(3, 6, b, 2), read(4, 5, 1, a)]],
    ['a read during a write that returns the new state', [first, put(3, 6, b, 2), read(4, 5, 2, b)]],
    ['two concurrent creations of which one succeeds', [first, refused('create', 0, 3, '"1"')]],
    [
      'two concurrent writes with the same If-Match of which one succeeds',
      [first, put(3, 6, b, 2, { ifMatch: '"1"' }), refused('put', 4, 5, '"2"', '"1"')],
    ],
    ['an unknown write that was never applied', [first, put(3, never, b), read(9, 10, 1, a)]],
    [
      'an unknown write that was applied late',
      [first, put(3, never, b), put(4, 5, c, 2), read(6, 7, 2, c), read(8, 9, 3, b)],
    ],
    ['an unknown write that only an ETag shows', [first, put(3, never, b), refused('put', 4, 5, '"2"', '"1"')]],
    [
      'an unknown creation that only a deletion shows',
      [operation('create', 1, never, { set: a }), operation('delete', 3, 4)],
    ],
    [
      'concurrent patches of different fields',
      [first, patch(3, 6, { content: 'b' }, 2, ab), patch(4, 5, c, 3, { ...ab, ...c })],
    ],
    ['a patch that changes nothing', [first, patch(3, 4, a, 1, a)]],
    [
      'a resource that is created again while the clock is behind',
      [
        operation('create', 1, 2, { set: b, seen: seen(2, b) }),
        operation('delete', 3, 4, { seen: { fields: b } }),
        operation('create', 5, 6, { set: a, seen: seen(1, a) }),
      ],
    ],
  ])('finds an order for %s', (_, history) => {
    expect(linearize(history)).toBeUndefined();
  });

  test.each<[string, HistoryOperation[], number]>([
    ['a lost update', [first, put(3, 5, b, 2, { ifMatch: '"1"' }), put(4, 6, c, 3, { ifMatch: '"1"' })], 2],
    ['a stale read after a write', [first, put(3, 4, b, 2), read(5, 6, 1, a)], 2],
    [
      'a 304 for an old ETag after a write',
      [first, put(3, 4, b, 2), operation('read', 5, 6, { seen: { etag: '"1"' } })],
      2,
    ],
    ['two reads in another order than the writes', [first, put(3, 8, b, 2), read(4, 5, 2, b), read(6, 7, 1, a)], 3],
    [
      'a write that is applied twice',
      [first, put(3, 8, b, 2), read(4, 5, 2, b), put(6, 7, c, 3), read(9, 10, 2, b)],
      4,
    ],
    [
      'a patch that is applied twice',
      [first, patch(3, 8, { content: 'b' }, 2, { ...ab, ...c }), patch(4, 5, c, 3, { ...ab, ...c })],
      1,
    ],
    [
      'an unknown write that is applied twice',
      [first, put(3, never, b), read(4, 5, 2, b), put(6, 7, c, 3), read(8, 9, 4, b)],
      4,
    ],
    ['a lost creation', [first, absent(3, 4)], 1],
    ['a deleted resource that comes back', [first, operation('delete', 3, 4), read(5, 6, 1, a)], 2],
    ['a value that no request has written', [first, read(3, 4, 1, b)], 0],
    ['a write that is refused and applied', [first, refused('put', 3, 4, '"2"', '"3"'), read(5, 6, 2, c)], 1],
    ['two concurrent creations that both succeed', [first, operation('create', 0, 3, { set: b, seen: seen(2, b) })], 1],
    ['a refusal although If-Match names the current ETag', [first, refused('put', 3, 4, '"1"', '"1"')], 1],
    ['a refusal of a request without If-Match', [first, refused('put', 3, 4, '"1"')], 1],
    ['a change that keeps the ETag', [first, operation('put', 3, 4, { set: b, seen: { etag: '"1"' } })], 1],
    ['a patch without effect that gets a new ETag', [first, patch(3, 4, a, 2, a)], 1],
    [
      'a replacement that keeps an absent field',
      [first, patch(3, 4, { content: 'b' }, 2, ab), put(5, 6, c, 3, { seen: seen(3, { ...ab, ...c }) })],
      2,
    ],
    [
      'an updatedAt that decreases',
      [operation('create', 1, 2, { set: a, seen: seen(2, a) }), operation('put', 3, 4, { set: b, seen: seen(1, b) })],
      1,
    ],
    ['an unexpected response', [first, operation('read', 3, 4, { outcome: 'unexpected' })], 1],
  ])('finds no order for %s', (_, history, placed) => {
    expect(linearize(history)).toHaveLength(placed);
  });

  test('gives up a history that needs too many steps', () => {
    const puts = Array.from({ length: 20 }, (_, i) => put(3 + i / 100, never, { title: `title ${i}` }));
    const impossible = operation('read', 4, 5, { outcome: 'unexpected' });
    expect(linearize([first, ...puts, impossible])).toBe('undecided');
  });
});
