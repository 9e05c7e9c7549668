import { aResource, describeFor } from '../support/declared';
import { grow, startGrown } from '../support/dynamodb/grown';
import { storeItems } from '../support/dynamodb/store-items';
import { ask } from '../support/resources';
import { readText } from '../support/sources';
import { useAwakeTimers } from '../support/time';
import { idAt } from '../support/unit/id';

const { database, lastUnits } = startGrown();

/** Rows of the table in lib/deploy/README.md: shards, creates and lists a second, and the read units of 50 items of 1 kB. */
const rows = [...readText('lib/deploy/README.md').matchAll(/^\| (\d+) \| ([\d,]+) \| ([\d,]+) \| ([\d.]+) \|$/gm)].map(
  (row) => row.slice(1).map((cell) => Number(cell.replace(',', ''))),
);

useAwakeTimers();

describeFor(aResource, 'a list of 50 items of 1 kB', ({ resource }) => {
  test.each(rows)('over %d shards, with %d creates and %d lists a second, takes %d units', async (...row) => {
    const [shards = 0, creates, lists, units = 0] = row;
    // A shard takes 500 creates and 3,000 read units, and a table 40,000 units.
    expect([creates, lists]).toEqual([500 * shards, Math.floor(Math.min(3_000 * shards, 40_000) / units)]);
    const from = `${1980 + Math.log2(shards)}-01-01T00:00Z`;
    grow(resource.collection, { from, shards });
    const ids = Array.from({ length: 300 }, (_id, number) => idAt(Date.parse(from) + number, number));
    await storeItems(database, resource, { ids, bytes: 1000 });
    expect((await ask(`GET ${resource.path}`)).body).toHaveLength(50);
    expect(lastUnits()?.readUnits).toBe(units);
  });
});
