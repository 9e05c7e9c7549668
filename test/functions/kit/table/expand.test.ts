import { BatchGetCommand, type BatchGetCommandInput } from '@aws-sdk/lib-dynamodb';
import { entityOf } from '../../../../functions/kit/entity';
import { readPageQuery } from '../../../../functions/kit/http/query';
import { optional } from '../../../../functions/kit/model/field';
import { Id } from '../../../../functions/kit/model/id';
import { integer } from '../../../../functions/kit/model/kinds';
import type { Position } from '../../../../functions/kit/model/page';
import { belongsTo } from '../../../../functions/kit/model/relation';
import { sortedPageQuery } from '../../../../functions/kit/model/sort-query';
import { sorted } from '../../../../functions/kit/model/sorted';
import { withParents } from '../../../../functions/kit/table/expand';
import { entriesOf } from '../../../../functions/kit/table/keys';
import { type ListRequest, list } from '../../../../functions/kit/table/list';
import type { ListQuery } from '../../../../functions/kit/table/source';
import { grow } from '../../../support/dynamodb/grown';
import { type Random, randomOf } from '../../../support/random';
import { idAt } from '../../../support/unit/id';
import { mockTable } from '../../../support/unit/table';
import { THING } from '../things';
import { begin, hour, storeItems, thingsIn } from './stored-things';

const table = mockTable();

const relation = { attribute: 'boxId', stored: 'boxId', parent: 'box' } as const;
const things = entityOf({
  collection: THING,
  path: '/things',
  model: { id: Id, boxId: optional(belongsTo(relation)), rank: optional(sorted(integer())) },
});
const expands = { box: { id: Id, text: { maxLength: 400_000 } } };

type Box = { readonly sk: string; readonly bytes: number; readonly text: string };
type Thing = ReturnType<typeof thingsIn>[number] & { readonly boxId?: string };

/** Answers reads by key of these items as DynamoDB does. Returns the units that it has consumed. */
const storeByKey = (boxes: readonly Box[], stored: readonly Thing[]) => {
  const used = { units: 0 };
  const items = new Map<string, Box | Thing>([...boxes, ...stored].map((item) => [item.sk, item]));
  table.on(BatchGetCommand).callsFake(({ RequestItems = {} }: BatchGetCommandInput) => {
    const { Keys = [], ConsistentRead } = RequestItems.table ?? {};
    const found = Keys.flatMap(({ sk }) => items.get(sk) ?? []);
    const kilobytes = Keys.map(({ sk }) => Math.ceil(Object(items.get(sk)).bytes / 4096) || 1);
    const CapacityUnits = kilobytes.reduce((sum, each) => sum + each, 0) / (ConsistentRead ? 1 : 2);
    if (!ConsistentRead) used.units += CapacityUnits;
    return { Responses: { table: found }, ConsumedCapacity: [{ TableName: 'table', CapacityUnits }] };
  });
  return used;
};

type Query = ListRequest['query'];

/** Returns the children on all pages. Calls `onPage` with each page. */
const walk = async (query: Query, onPage: (page: { body: readonly object[]; total?: number }) => void) => {
  const shown: object[] = [];
  for (let part: Partial<Query> | undefined = {}; part; ) {
    const request: ListRequest = { query: { ...query, ...part }, isCounted: true, caller: undefined };
    const { body, next, total } = await withParents(
      things,
      { query: { ...request.query, expand: 'box' }, expands },
      await list(things, request),
    );
    onPage({ body, total });
    shown.push(...body);
    part = next;
  }
  return shown;
};

/** Draws boxes of some sizes, whose shown text is a part of the item, and things that belong to them. */
const draw = (random: Random) => {
  const sizes = random.pick([[200], [200, 409_600], [20_000, 200_000], [200, 5_000, 20_000, 100_000], [409_600]]);
  const boxes = Array.from({ length: 1 + random.below(60) }, (_, number): Box => {
    const bytes = random.pick(sizes);
    return { sk: idAt(begin, number), bytes, text: 'ä'.repeat(random.pick([1, bytes / 4, bytes / 2])) };
  });
  const ids = Array.from({ length: random.below(120) }, (_, number) => idAt(begin + hour + number, number));
  const stored = thingsIn(ids).map((thing): Thing => {
    const boxId = random.chance(0.2) ? random.pick([undefined, idAt(begin, 999)]) : random.pick(boxes).sk;
    return boxId ? { ...thing, boxId } : thing;
  });
  return { boxes, stored };
};

test('a walk shows each child once with its parent, and no page takes more than 300 units for parents, or more than 1 MB', async () => {
  const random = randomOf(20261127);
  for (let round = 0; round < 20; round++) {
    grow(THING, ...random.pick([[], [{ from: '2026-01-01T00:00Z', shards: 4 }]]));
    const { boxes, stored } = draw(random);
    storeItems(table, stored);
    const used = storeByKey(boxes, stored);
    const order = random.pick(['asc', 'desc'] as const);
    const sorted = order === 'asc' ? stored : stored.toReversed();
    const byId = sorted.slice(0, 50);
    const shownOf = ({ sk: id, boxId }: Thing) => {
      const box = boxes.find(({ sk }) => sk === boxId);
      return { id, ...(boxId && { boxId }), ...(box && { box: { id: box.sk, text: box.text } }) };
    };
    for (const id of byId.length > 0 ? [undefined, byId.map(({ sk }) => sk)] : [undefined]) {
      const shown = await walk({ limit: random.pick([7, 50, 100]), order, id }, ({ body, total }) => {
        expect(total).toBe(id ? undefined : stored.length);
        expect(body.length).toBeGreaterThanOrEqual(Math.min(1, stored.length));
        expect(body.length === 1 || Buffer.byteLength(JSON.stringify(body)) < 2 ** 20 + 200).toBe(true);
        expect(used.units).toBeLessThanOrEqual(300);
        used.units = 0;
      });
      expect(shown).toEqual((id ? byId : sorted).map(shownOf));
    }
  }
});

test('a sorted page that its parents end early goes on behind its last child', async () => {
  const boxes = [1, 2, 3].map((number) => ({ sk: idAt(begin, number), bytes: 409_600, text: 'ä'.repeat(200_000) }));
  const ids = [1, 2, 3, 4, 5].map((number) => idAt(begin + hour + number, number));
  const stored = thingsIn(ids).map((thing, index) => {
    const values = { boxId: boxes[index % 3]?.sk ?? '', rank: 7 };
    return { ...thing, ...values, ...entriesOf(things, thing.sk, values) };
  });
  storeItems(table, stored);
  storeByKey(boxes, stored);
  const pages: unknown[][] = [];
  for (let part: Position | undefined = {}; part; ) {
    const sent = new URLSearchParams({ sort: 'rank', order: 'asc', ...part } as Record<string, string>);
    const query = readPageQuery(sortedPageQuery(things.model), `${sent}`, []) as ListQuery;
    const page = await list(things, { query, isCounted: false, caller: undefined });
    const shown = await withParents(things, { query: { ...query, expand: 'box' }, expands }, page);
    pages.push(shown.body.map(({ id }) => id));
    part = shown.next;
  }
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat()).toEqual(ids);
});
