import { createdAtMsOf, isId } from '../../../../functions/kit/model/id';
import { following, handleAllChanges, handleChanges } from '../../../../functions/kit/reactions/handle-changes';
import { changesEvent, deliver, recordOf } from '../../../support/unit/changes';
import { idOf, mockTable } from '../../../support/unit/table';
import { type LeafChange, leafOf, leaves, named, twigs } from './leaves';

const table = mockTable();

const createdAt = '2026-11-19T12:00:00.000Z';
const later = (seconds: number) => new Date(Date.parse(createdAt) + seconds * 1000).toISOString();

/** Delivers an event to a handler that keeps what it gets. */
const changesIn = async (...events: readonly ReturnType<typeof changesEvent>[]) => {
  const changes: LeafChange[] = [];
  const handler = handleChanges(leaves, async (change) => changes.push(change));
  for (const event of events) expect(await deliver(handler, event)).toEqual(named());
  return changes;
};

describe('handleChanges', () => {
  const before = { ...leafOf(1), tint: 'red', note: 'small' } as const;
  const after = { ...leafOf(1, 'old'), tint: 'green' } as const;
  const shownBefore = { ...before, createdAt, updatedAt: createdAt };
  const shownAfter = { ...after, createdAt, updatedAt: later(1) };
  const event = changesEvent(leaves, { after: before }, { before, after }, { before: after });

  test('gives a creation, a change and a deletion with the resource before and after', async () => {
    const changeId = expect.any(String);
    expect(await changesIn(event)).toEqual([
      { id: idOf(1), before: undefined, after: shownBefore, at: createdAt, changeId },
      { id: idOf(1), before: shownBefore, after: shownAfter, at: later(1), changeId },
      { id: idOf(1), before: shownAfter, after: undefined, at: later(2), changeId },
    ]);
  });

  test('gives each change an id that is a UUIDv7 of its time, and the same in each delivery', async () => {
    const [first, second] = [await changesIn(event), await changesIn(event)];
    const ids = first.map(({ changeId }) => changeId);
    expect(second.map(({ changeId }) => changeId)).toEqual(ids);
    expect(new Set(ids).size).toBe(3);
    expect(ids.every(isId)).toBe(true);
    expect(ids.map(createdAtMsOf)).toEqual(first.map(({ at }) => Date.parse(at)));
  });

  test('gives a deletion in the second of the write before a later time, and another id', async () => {
    const item = { pk: 'LEAF', sk: idOf(1), text: 'new', rev: 'rev-1', updatedAt: '2026-11-19T12:00:00.700Z' };
    const [write, deletion] = [recordOf({ after: item }), recordOf({ before: item, number: 2 })];
    Object.assign(deletion.dynamodb ?? {}, { ApproximateCreationDateTime: Date.parse(createdAt) / 1000 });
    const [first, second] = await changesIn({ Records: [write, deletion] });
    expect([first?.at, second?.at]).toEqual([item.updatedAt, '2026-11-19T12:00:00.701Z']);
    expect(second?.changeId).not.toBe(first?.changeId);
  });

  test('gives a field that the item lacks its default', async () => {
    const item = { pk: 'LEAF#2026-01-01T00:00Z#3', sk: idOf(1), text: 'new', rev: 'rev-1', updatedAt: createdAt };
    const [change] = await changesIn({ Records: [recordOf({ after: item })] });
    expect(change?.after).toEqual({ ...leafOf(1), tint: 'green', createdAt, updatedAt: createdAt });
  });

  test.each([
    [{}, undefined],
    [{ OWNERSHIP: 'true' }, 'ada'],
  ])('gives the owner only on a stage with ownership (%j)', async (environment, owner) => {
    jest.replaceProperty(process, 'env', { ...process.env, ...environment });
    const [change] = await changesIn(changesEvent(leaves, { after: { ...leafOf(1), owner: 'ada' } }));
    expect(change?.after).toEqual({ ...leafOf(1), tint: 'green', createdAt, updatedAt: createdAt, owner });
  });

  const item = { pk: 'LEAF', sk: idOf(1), text: 'new', rev: 'rev-1', updatedAt: createdAt };
  const counter = { pk: `COUNT#LEAF#${idOf(1)}`, sk: 'COUNT', children__total: 1 };
  const key = { pk: 'KEY#createLeaf#x', sk: 'KEY', sent: 'x', id: idOf(1), rev: 'rev-1', expiresAt: 1 };
  const claim = { pk: 'UNIQUE#LEAF#text#x', sk: 'UNIQUE#LEAF#text', ownerId: idOf(1) };

  test.each([
    ['a write that kept the revision', { before: item, after: { ...item, is__parent: true } }],
    ['a claim', { after: claim }],
    ['the release of a claim', { before: claim }],
    ['a count', { before: counter, after: { ...counter, children__total: 2 } }],
    ['an idempotency key', { after: key }],
    ['the end of an idempotency key', { before: key }],
  ])('does not give %s', async (_, items) => {
    expect(await changesIn({ Records: [recordOf(items)] })).toEqual([]);
  });

  test('passes over a change of a resource that it does not handle, with a line of the log', async () => {
    const run = jest.fn();
    const [leaf, twig] = [changesEvent(leaves, { after: leafOf(1) }), changesEvent(twigs, { after: leafOf(2) })];
    expect(await deliver(handleChanges(leaves, run), { Records: [...twig.Records, ...leaf.Records] })).toEqual(named());
    expect(run).toHaveBeenCalledTimes(1);
    expect(table.logged()).toMatchObject([
      { level: 'ERROR', message: 'no handler follows these changes', collection: 'TWIG', id: idOf(2) },
      { level: 'INFO' },
    ]);
  });
});

test('handleAllChanges gives each change to what follows its resource, and names the collections', async () => {
  const seen: unknown[] = [];
  const handler = handleAllChanges(
    following(leaves, async ({ id, after }) => seen.push(['leaf', id, after?.tint])),
    following(twigs, async ({ id, after }) => seen.push(['twig', id, after?.text])),
  );
  const { Records } = changesEvent(twigs, { after: leafOf(1, 'long') });
  await deliver(handler, { Records: [...Records, ...changesEvent(leaves, { after: leafOf(1) }).Records] });
  expect([seen, handler.collections]).toEqual([
    [
      ['twig', idOf(1), 'long'],
      ['leaf', idOf(1), 'green'],
    ],
    ['LEAF', 'TWIG'],
  ]);
});
