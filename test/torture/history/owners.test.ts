import { ada, admin, bob, limitsOf, storedFields } from './callers';
import { linearize } from './linearize';
import type { HistoryOperation } from './step';
import { brokenTable } from './stored';

const author = 'author of bob';
const rules = { isPrivate: false, parents: new Map([[author, bob.owner]]) };
const adasPost = { title: 'a', owner: ada.owner };

type WithCaller = Pick<HistoryOperation, 'kind'> & Partial<HistoryOperation>;

/** Makes a history of the callers' operations on a post of Ada, one after the other. */
const historyOf = (
  operations: readonly (readonly [typeof ada, WithCaller])[],
  isPrivate = false,
): HistoryOperation[] => {
  const creation = [ada, { kind: 'create', set: { title: 'a' } }] as const;
  return [creation, ...operations].map(([caller, asked], i) => ({
    line: `${asked.kind} of ${caller.name}`,
    sentAt: 2 * i,
    answeredAt: 2 * i + 1,
    outcome: 'done',
    seen: {},
    ...asked,
    set: storedFields(asked.kind, asked.set, caller),
    limits: limitsOf(caller, { ...rules, isPrivate }),
  }));
};

const put = { kind: 'put', set: { title: 'b' } } as const;
const gift = { kind: 'patch', set: { owner: bob.owner } } as const;
const adoption = { kind: 'patch', set: { userId: author } } as const;

describe('linearize', () => {
  test.each<[string, Parameters<typeof historyOf>]>([
    ['a refused stranger', [[[bob, { ...put, outcome: 'foreign' }]]]],
    ['a stranger for whom a private resource is absent', [[[bob, { ...put, outcome: 'absent' }]], true]],
    ['a stranger who reads a public resource', [[[bob, { kind: 'read', seen: { fields: adasPost } }]]]],
    [
      'a write of a stranger whom an admin has made the owner',
      [
        [
          [admin, gift],
          [bob, put],
        ],
      ],
    ],
    [
      'a replacement that keeps the owner',
      [
        [
          [admin, put],
          [ada, { kind: 'read', seen: { fields: { ...adasPost, title: 'b' } } }],
        ],
      ],
    ],
    ['a refused foreign parent', [[[ada, { ...adoption, outcome: 'foreignParent' }]]]],
    ['an admin who gives a post a foreign parent', [[[admin, adoption]]]],
  ])('finds an order for %s', (_, [operations, isPrivate]) => {
    expect(linearize(historyOf(operations, isPrivate))).toBeUndefined();
  });

  test.each<[string, Parameters<typeof historyOf>]>([
    ['an acknowledged write of a stranger', [[[bob, put]]]],
    ['an acknowledged deletion by a stranger', [[[bob, { kind: 'delete' }]]]],
    ['a 412 for a stranger', [[[bob, { ...put, ifMatch: '"2"', outcome: 'refused', seen: { etag: '"1"' } }]]]],
    ['a stranger who reads a private resource', [[[bob, { kind: 'read' }]], true]],
    ['a refused owner', [[[ada, { ...put, outcome: 'foreign' }]]]],
    ['a refused admin', [[[admin, { ...put, outcome: 'foreign' }]]]],
    [
      'a write of a former owner',
      [
        [
          [admin, gift],
          [ada, put],
        ],
      ],
    ],
    [
      'an owner who gives the resource away',
      [
        [
          [ada, gift],
          [bob, put],
        ],
      ],
    ],
    ['an accepted foreign parent', [[[ada, adoption]]]],
    ['a refusal of no parent', [[[ada, { ...put, outcome: 'foreignParent' }]]]],
  ])('finds no order for %s', (_, [operations, isPrivate]) => {
    expect(linearize(historyOf(operations, isPrivate))).toHaveLength(operations.length);
  });
});

test.each([
  ['nothing for the item that the responses show', ada.owner, 0],
  ['an item with another owner', bob.owner, 1],
])('brokenTable lists %s', (_, owner, count) => {
  const item = { pk: 'POST', sk: '1', rev: 'r', updatedAt: '2027', title: 'a', owner };
  expect(brokenTable([item], [{ id: '1', history: historyOf([]) }])).toHaveLength(count);
});
