import type { ShardPlan } from './kit/entity';

/**
 * Generations after the first one. In the first generation a collection is one shard. To grow, append a generation that begins
 * some hours from now. Never change a generation that has begun, because the service would no longer find its items. The
 * README of lib/deploy explains when to grow, and what it costs.
 */
export const plan = {
  USER: [],
  POST: [],
} satisfies ShardPlan;
