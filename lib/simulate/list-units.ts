/**
 * Read units of a page of 50 posts of 1 kB, by the number of shards in the epoch. test/contract/capacity-grown.test.ts
 * measures them.
 */
export const listUnits = { 1: 6.5, 4: 8, 16: 23, 64: 40, 128: 68 } as const;

const measured = Object.entries(listUnits).map(([shards, units]) => ({ shards: Number(shards), units }));

/** Returns the read units of a page, interpolated between the two nearest measurements. */
export const unitsPerList = (shards: number): number => {
  const above = measured.findIndex((each) => each.shards >= shards);
  const [right, left] = [measured[above], measured[above - 1]];
  if (!right) throw new Error(`The read units of a list over ${shards} shards are not measured; allowed are 1 to 128.`);
  if (!left || right.shards === shards) return right.units;
  const share = (shards - left.shards) / (right.shards - left.shards);
  return left.units + share * (right.units - left.units);
};
