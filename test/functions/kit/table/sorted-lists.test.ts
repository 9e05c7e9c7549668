import { entityOf } from '../../../../functions/kit/entity';
import { readPageQuery } from '../../../../functions/kit/http/query';
import { type Fields, indexed, optional } from '../../../../functions/kit/model/field';
import { createdAtMsOf } from '../../../../functions/kit/model/id';
import { number, oneOf } from '../../../../functions/kit/model/kinds';
import { responseOf } from '../../../../functions/kit/model/models';
import type { Position } from '../../../../functions/kit/model/page';
import { belongsTo } from '../../../../functions/kit/model/relation';
import { sortedPageQuery } from '../../../../functions/kit/model/sort-query';
import { sorted } from '../../../../functions/kit/model/sorted';
import { entriesOf, OWNED, sortKeyOf } from '../../../../functions/kit/table/keys';
import { list } from '../../../../functions/kit/table/list';
import type { ListQuery } from '../../../../functions/kit/table/source';
import { useOwnership } from '../../../support/auth/owned';
import { grow } from '../../../support/dynamodb/grown';
import { expectedList } from '../../../support/expected-list';
import { type Random, randomOf } from '../../../support/random';
import { mockTable } from '../../../support/unit/table';
import { THING } from '../things';
import { begin, drawIds, hour, storeCounter, storeItems, thingsIn } from './stored-things';

useOwnership();

const table = mockTable();
const colors = ['red', 'green'] as const;
const boxes = [1, 2].map((digit) => `01a1f3ad-8e00-7000-8000-00000000000${digit}`);
const owners = ['A', 'B'].map((letter) => letter.repeat(22));

const ENTRIES: Readonly<Record<string, string>> = { price: sortKeyOf('price'), name: sortKeyOf('name'), owner: OWNED };

const input = {
  price: optional(sorted(number(), { within: ['boxId'], isWhole: true })),
  name: optional(sorted({ maxLength: 200 })),
  color: indexed(oneOf(...colors)),
  boxId: belongsTo({ attribute: 'boxId', parent: 'box' }),
};
const model = sortedPageQuery(input);
const things = entityOf({ collection: THING, path: '/things', model: responseOf(input) });
const privateThings = { ...things, isPrivate: true as const };

type Thing = Readonly<Record<string, string | number | undefined>> & { readonly sk: string };

/** Draws things of few values, so that many values are equal. */
const drawThings = (random: Random, max: number, content: string) =>
  thingsIn(drawIds(random, 24, max)).map((item): Thing & ReturnType<typeof thingsIn>[number] => {
    const given = {
      price: random.chance(0.1) ? undefined : random.pick([-2, 0, 0.5, 7, 1e125, random.below(50)]),
      name: random.chance(0.1) ? undefined : random.pick(['Ad', 'aDa', 'ad\uffff', 'ad😀', 'é', `${random.below(50)}`]),
      thing_color: random.pick(colors),
      thing_boxId: random.pick(boxes),
      owner: random.pick([...owners, undefined]),
    };
    // Code from before the entries has changed a value, and left the entry of the value before.
    const stale = random.chance(0.1) ? random.pick(['price', 'name', 'owner']) : '';
    const before = { price: 3, name: 'ab', owner: random.pick(owners) }[stale];
    const written = { ...item, ...given, ...(stale && { [stale]: before }) };
    return { ...item, content, ...given, stale, ...entriesOf(things, item.sk, written) } as never;
  });

/** Draws the parameters of a list that go together. */
const drawQuery = (random: Random) => {
  return {
    sort: random.pick(['price', 'name', undefined]),
    order: random.pick(['asc', 'desc'] as const),
    ...(random.chance(0.3) && { priceMin: random.pick([-2, 0, 7]) }),
    ...(random.chance(0.3) && { priceMax: random.pick([20, 7, 1e125]) }),
    ...(random.chance(0.2) && { namePrefix: random.pick(['a', 'AD', 'ad\uffff', '4']) }),
    ...(random.chance(0.3) && { color: random.pick(colors) }),
    ...(random.chance(0.3) && { boxId: random.pick(boxes) }),
    ...(random.chance(0.3) && { owner: random.pick(owners) }),
    ...(random.chance(0.2) && { createdSince: new Date(begin + random.below(20) * hour).toISOString() }),
  };
};
type Drawn = ReturnType<typeof drawQuery>;

/** Tells whether older code has changed the value of an entry, so that a list leaves the thing out. */
const isStale = ({ sk, stale, ...thing }: Thing, name: string) =>
  stale === name && entriesOf(things, sk, { [name]: thing[name] })[ENTRIES[name] ?? ''] !== thing[ENTRIES[name] ?? ''];

/** Returns the ids of the things that a list has, in its order, as a program without a database finds them. */
const select = (all: readonly Thing[], query: Drawn, isPrivate?: boolean) => {
  const { sort = Object.keys(query).find((name) => /Min|Max/.test(name)) ? 'price' : query.namePrefix && 'name' } =
    query;
  const isOfParent =
    query.boxId && (!isPrivate || (query.boxId === boxes[0] && query.owner === owners[0] && sort !== 'name'));
  const isOfOwner = query.owner && !isOfParent && (isPrivate || !sort);
  const fresh = all.filter((thing) => !(sort && isStale(thing, sort)) && !(isOfOwner && isStale(thing, 'owner')));
  const shown = fresh.map(({ sk: id, thing_color: color, thing_boxId: boxId, ...thing }) => {
    return { ...thing, id, color, boxId, createdAt: new Date(createdAtMsOf(id)).toISOString() };
  });
  const sent = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  return expectedList(input, shown, Object.fromEntries(sent)).map(({ id }) => id);
};

type Pages = { readonly limit: number; readonly total: number | undefined; readonly entity: typeof things };
type ListResult = Awaited<ReturnType<typeof list<Fields>>>;

/** Returns the ids on all pages of a list, and the total that each page says. */
const walk = async (
  query: Drawn,
  { limit, total, entity }: Pages,
  onPage: (shown: number, next?: Position) => void,
) => {
  const ids: string[] = [];
  for (let next: Position | undefined = {}; next; ) {
    const errors: object[] = [];
    const raw = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, limit, ...next }))
      if (value !== undefined) raw.append(name, `${value}`);
    const values = readPageQuery(model, `${raw}`.replaceAll('+', '%20'), errors as never);
    expect(errors).toEqual([]);
    const caller = { id: query.owner, isAdmin: false };
    const request = { query: values as ListQuery, isCounted: total !== undefined, caller };
    const page: ListResult = await list<Fields>(entity, request);
    ids.push(...page.body.map(({ id }) => String(id)));
    onPage(page.body.length, page.next);
    expect({ query, total: page.total }).toEqual({ query, total });
    next = page.next;
  }
  return ids;
};

test('a list in any order, with any parameters and over any shards is the one computed in memory', async () => {
  const random = randomOf(20261129);
  for (let round = 0; round < 100; round++) {
    const plan = random.pick([[], [{ from: '2026-01-01T06:00Z', shards: random.pick([1, 3, 8]) }]]);
    grow(THING, ...plan);
    const limit = random.pick([1, 3, 20, 100, 100]);
    const isOfParent = round % 4 === 0;
    const isLarge = isOfParent || random.chance(0.3);
    const all = drawThings(random, isOfParent ? 150 : random.pick([3, 40, 150]), isLarge ? 'x'.repeat(60_000) : '');
    const used = storeItems(table, all);
    // The first owner has the first box, so that its things are found by it.
    storeCounter(table, 'box', boxes[0], owners[0]);
    const query = { ...drawQuery(random), ...(isOfParent && { owner: owners[0], boxId: boxes[0] }) };
    const entity = query.owner && (isOfParent || random.chance(0.7)) ? privateThings : things;
    const expected = select(all, query, entity.isPrivate);
    const seen = await walk(query, { limit, total: isLarge ? undefined : expected.length, entity }, (shown, next) => {
      expect(shown).toBeLessThanOrEqual(limit);
      // A page is full, unless it is the last one or has read 1 MB.
      if (next && !(isLarge && used.units > 128)) expect(shown).toBe(limit);
      if (!isLarge && expected.length > 0) expect(shown).toBeGreaterThan(0);
      const place = all.find(({ sk }) => sk === Object(next).after);
      if (entity.isPrivate && place) expect(place.owner).toBe(query.owner);
      expect(used.units).toBeLessThanOrEqual(384);
      used.units = 0;
    });
    expect({ plan, query, seen }).toEqual({ plan, query, seen: expected });
  }
});
