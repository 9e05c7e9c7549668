/** Read units of a page of 50 posts of 1 kB by the shards of its epoch, as test/contract/capacity-grown.test.ts measures them. */
export const listUnits = { 1: 6.5, 4: 8, 16: 23, 64: 40, 128: 68 } as const;

const measured = Object.entries(listUnits).map(([shards, units]) => ({ shards: Number(shards), units }));

/** Between two that were measured, as on a straight line. */
export const unitsOfList = (shards: number): number => {
  const above = measured.findIndex((each) => each.shards >= shards);
  const [right, left] = [measured[above], measured[above - 1]];
  if (!right) throw new Error(`Nobody measured a list of ${shards} shards; allowed are 1 to 128.`);
  if (!left || right.shards === shards) return right.units;
  const share = (shards - left.shards) / (right.shards - left.shards);
  return left.units + share * (right.units - left.units);
};
