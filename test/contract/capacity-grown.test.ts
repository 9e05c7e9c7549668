import { aResource, describeFor } from '../support/declared';
import { grow, startGrown } from '../support/dynamodb/grown';
import { storeItems } from '../support/dynamodb/store-items';
import { ask } from '../support/resources';
import { readText } from '../support/sources';
import { useAwakeTimers } from '../support/time';
import { idAt } from '../support/unit/id';

const { database, lastUnits } = startGrown();

/** Rows of the table in lib/deploy/README.md: the number of shards, and the read units of a page of 50 items of 1 kB. */
const rows = [...readText('lib/deploy/README.md').matchAll(/^\| (\d+) \| [\d,]+ \| ([\d.]+) \|$/gm)].map(
  ([, shards, units]): [number, number] => [Number(shards), Number(units)],
);

useAwakeTimers();

describeFor(aResource, 'a list of 50 items of 1 kB', ({ resource }) => {
  test.each(rows)('over %d shards takes %d read units', async (shards, units) => {
    const from = `${1980 + Math.log2(shards)}-01-01T00:00Z`;
    grow(resource.collection, { from, shards });
    const ids = Array.from({ length: 300 }, (_id, number) => idAt(Date.parse(from) + number, number));
    await storeItems(database(), resource, { ids, bytes: 1000 });
    expect((await ask(`GET ${resource.path}`)).body).toHaveLength(50);
    expect(lastUnits()?.readUnits).toBe(units);
  });
});
