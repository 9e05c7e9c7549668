/** Number of shards for the items created from `from` on, a time such as `2027-01-01T00:00Z`. A shard is a `pk`. */
export type Generation = { readonly from: string; readonly shards: number };

/**
 * Generations after the first one. In the first generation a collection is one shard. To grow, append a generation that begins
 * some hours from now. Never change a generation that has begun, because the service would no longer find its items. The
 * README of lib/deploy explains when to grow, and what it costs.
 */
export const plan = {
  USER: [] as readonly Generation[],
  POST: [] as readonly Generation[],
};

/** Name of a collection in the plan, or any name while the plan is empty. */
export type Collection = [keyof typeof plan] extends [never] ? string : keyof typeof plan;
