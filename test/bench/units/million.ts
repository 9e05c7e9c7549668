import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mintId } from '../../../functions/model/id';
import { bundle } from '../../../lib/build/bundle';
import { median } from '../../../lib/cost/median';
import { tableOf } from '../../../lib/docs/markdown';
import { synthesize } from '../../../lib/stack/synthesize';
import type { BenchPart } from '../part';
import { startCounted } from './counted';
import { fillWithPosts } from './filled';

const FEW = 1000;
const MANY = 1_000_000;
const WARM_UP = 50;
const REQUESTS_PER_ROUND = 40;

/** Measures a page of a list in a table with a million posts, and in a table with a thousand. */
export const measureMillion: BenchPart = async ({ rounds, progress }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  process.env.CDK_VALIDATION = 'false';
  await bundle(join(folder, 'bundles'));
  const assembly = synthesize(join(folder, 'assembly'), join(folder, 'bundles'));
  const userId = mintId();
  const services: Awaited<ReturnType<typeof startCounted>>[] = [];
  try {
    for (const posts of [FEW, MANY]) {
      progress(`storing ${posts} posts`);
      const data = join(folder, String(posts));
      mkdirSync(data);
      fillWithPosts(data, assembly, { userId, posts, length: 200 });
      services.push(await startCounted(assembly, data));
    }
    const rows: string[][] = [];
    for (const [page, path] of [
      ['the newest', '/posts'],
      ['the oldest', '/posts?order=asc'],
      ['of a user', `/posts?userId=${userId}`],
    ] as const) {
      const timesMs = services.map((): number[] => []);
      for (let time = 0; time < WARM_UP + rounds * REQUESTS_PER_ROUND; time++) {
        if (time % REQUESTS_PER_ROUND === 0) progress(`a page of 50: ${page}`);
        for (const [at, service] of services.entries()) {
          const startedMs = performance.now();
          await service.request(`GET ${path}`);
          if (time >= WARM_UP) timesMs[at]?.push(performance.now() - startedMs);
        }
      }
      const units: number[] = [];
      for (const service of services) units.push((await service.unitsOf(`GET ${path}`)).readUnits);
      const [few = 0, many = 0] = timesMs.map(median);
      rows.push([page, ...units.map(String), few.toFixed(2), many.toFixed(2), (many / few).toFixed(2)]);
    }
    const [fewPosts, manyPosts] = [FEW.toLocaleString('en'), MANY.toLocaleString('en')];
    const unitColumns = [`units of ${fewPosts} posts`, `of ${manyPosts}`];
    const timeColumns = [`ms of ${fewPosts}`, `of ${manyPosts}`];
    return tableOf(['a page of 50', ...unitColumns, ...timeColumns, 'ratio'], rows);
  } finally {
    for (const service of services) await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
