import { linearize, type Members, type Operation, type Seen } from './linearize';

type Rest = Partial<Operation>;

/** An operation that was asked and answered at these moments; `Infinity` makes an unknown outcome of it. */
const operation = (kind: Operation['kind'], asked: number, answered: number, rest: Rest = {}): Operation => ({
  line: `${kind} at ${asked}`,
  asked,
  answered,
  kind,
  told: answered === Number.POSITIVE_INFINITY ? 'unknown' : 'done',
  seen: {},
  ...rest,
});

const never = Number.POSITIVE_INFINITY;

/** A representation whose tag and time tell its place among all. */
const seen = (place: number, members: Members): Seen => ({ members, etag: `"${place}"`, updatedAt: `2026-0${place}` });

const [a, b, c] = [{ title: 'a' }, { title: 'b' }, { title: 'c' }];
const first = operation('create', 1, 2, { set: a, seen: seen(1, a) });
const put = (asked: number, answered: number, set: Members, place?: number, rest: Rest = {}) =>
  operation('put', asked, answered, { set, ...(place && { seen: seen(place, set) }), ...rest });
const read = (asked: number, answered: number, place: number, members: Members) =>
  operation('read', asked, answered, { seen: seen(place, members) });
const absent = (asked: number, answered: number) => operation('read', asked, answered, { told: 'absent' });
const refused = (kind: 'put' | 'create', asked: number, answered: number, etag: string, ifMatch?: string) =>
  operation(kind, asked, answered, { set: c, told: 'refused', seen: { etag }, ifMatch });
const patch = (asked: number, answered: number, set: Members, place: number, all: Members) =>
  operation('patch', asked, answered, { set, seen: seen(place, all) });

const ab = { title: 'a', content: 'b' };

describe('a history with an order', () => {
  test.each<[string, Operation[]]>([
    ['of one after the other', [first, read(3, 4, 1, a), put(5, 6, b, 2), operation('delete', 7, 8), absent(9, 10)]],
    ['where one who reads during a write sees what was', [first, put(3, 6, b, 2), read(4, 5, 1, a)]],
    ['where one who reads during a write sees what comes', [first, put(3, 6, b, 2), read(4, 5, 2, b)]],
    ['of two who create, and one does', [first, refused('create', 0, 3, '"1"')]],
    [
      'of two who write under one tag, and one does',
      [first, put(3, 6, b, 2, { ifMatch: '"1"' }), refused('put', 4, 5, '"2"', '"1"')],
    ],
    ['of an unknown write that never was', [first, put(3, never, b), read(9, 10, 1, a)]],
    [
      'of an unknown write that came late',
      [first, put(3, never, b), put(4, 5, c, 2), read(6, 7, 2, c), read(8, 9, 3, b)],
    ],
    ['of an unknown write that only a tag shows', [first, put(3, never, b), refused('put', 4, 5, '"2"', '"1"')]],
    [
      'of an unknown creation, known by what deletes it',
      [operation('create', 1, never, { set: a }), operation('delete', 3, 4)],
    ],
    ['of patches of two members', [first, patch(3, 6, { content: 'b' }, 2, ab), patch(4, 5, c, 3, { ...ab, ...c })]],
    ['of a patch that changes nothing', [first, patch(3, 4, a, 1, a)]],
    [
      'of one created again, by a clock behind',
      [
        operation('create', 1, 2, { set: b, seen: seen(2, b) }),
        operation('delete', 3, 4, { seen: { members: b } }),
        operation('create', 5, 6, { set: a, seen: seen(1, a) }),
      ],
    ],
  ])('%s', (_, history) => {
    expect(linearize(history)).toBeUndefined();
  });
});

describe('a history without any', () => {
  test.each<[string, Operation[], number]>([
    ['of an update that is lost', [first, put(3, 5, b, 2, { ifMatch: '"1"' }), put(4, 6, c, 3, { ifMatch: '"1"' })], 2],
    ['of a read behind the write', [first, put(3, 4, b, 2), read(5, 6, 1, a)], 2],
    ['of a 304 behind the write', [first, put(3, 4, b, 2), operation('read', 5, 6, { seen: { etag: '"1"' } })], 2],
    ['of two reads in another order than the writes', [first, put(3, 8, b, 2), read(4, 5, 2, b), read(6, 7, 1, a)], 3],
    [
      'of a write that is applied twice',
      [first, put(3, 8, b, 2), read(4, 5, 2, b), put(6, 7, c, 3), read(9, 10, 2, b)],
      4,
    ],
    [
      'of a patch that is applied twice',
      [first, patch(3, 8, { content: 'b' }, 2, { ...ab, ...c }), patch(4, 5, c, 3, { ...ab, ...c })],
      1,
    ],
    [
      'of an unknown write that is applied twice',
      [first, put(3, never, b), read(4, 5, 2, b), put(6, 7, c, 3), read(8, 9, 4, b)],
      4,
    ],
    ['of a creation that is gone', [first, absent(3, 4)], 1],
    ['of one deleted that comes back', [first, operation('delete', 3, 4), read(5, 6, 1, a)], 2],
    ['of a member that nobody wrote', [first, read(3, 4, 1, b)], 0],
    ['of a write that was refused and applied', [first, refused('put', 3, 4, '"2"', '"3"'), read(5, 6, 2, c)], 1],
    ['of two who create, and both do', [first, operation('create', 0, 3, { set: b, seen: seen(2, b) })], 1],
    ['of a refusal by the very tag that was given', [first, refused('put', 3, 4, '"1"', '"1"')], 1],
    ['of a refusal that nobody asked for', [first, refused('put', 3, 4, '"1"')], 1],
    ['of a change that keeps the tag', [first, operation('put', 3, 4, { set: b, seen: { etag: '"1"' } })], 1],
    ['of a patch without effect that takes a new tag', [first, patch(3, 4, a, 2, a)], 1],
    [
      'of a replacement that leaves a member',
      [
        first,
        patch(3, 4, { content: 'b' }, 2, ab),
        put(5, 6, c, 3, {
          seen: seen(3, { ...ab, ...c }),
        }),
      ],
      2,
    ],
    [
      'of a time that runs backwards',
      [operation('create', 1, 2, { set: a, seen: seen(2, a) }), operation('put', 3, 4, { set: b, seen: seen(1, b) })],
      1,
    ],
    ['of an answer that nothing explains', [first, operation('read', 3, 4, { told: 'unexpected' })], 1],
  ])('%s', (_, history, placed) => {
    expect(linearize(history)).toHaveLength(placed);
  });
});

test('a history with more to try than there is time for is given up, and not called wrong', () => {
  const puts = Array.from({ length: 20 }, (_, i) => put(3 + i / 100, never, { title: `title ${i}` }));
  const impossible = operation('read', 4, 5, { told: 'unexpected' });
  expect(linearize([first, ...puts, impossible])).toBe('undecided');
});
