import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mintId } from '../../../functions/model/id';
import { bundle } from '../../../lib/build/bundle';
import { synthesize } from '../../../lib/stack/synthesize';
import { median, type Part, table } from '../part';
import { startCounted } from './counted';
import { fillWithPosts } from './filled';

const FEW = 1000;
const MANY = 1_000_000;
const WARM_UP = 50;
const TIMES = 40;

/** What a page of a list takes where there are a million posts, beside a thousand. */
export const measureMillion: Part = async ({ rounds, progress }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  process.env.CDK_VALIDATION = 'false';
  await bundle(join(folder, 'bundles'));
  const assembly = synthesize(join(folder, 'assembly'), join(folder, 'bundles'));
  const userId = mintId();
  const services: Awaited<ReturnType<typeof startCounted>>[] = [];
  try {
    for (const posts of [FEW, MANY]) {
      progress(`${posts} posts`);
      const data = join(folder, String(posts));
      mkdirSync(data);
      fillWithPosts(data, assembly, { userId, posts, length: 200 });
      services.push(await startCounted(assembly, data));
    }
    const rows: string[][] = [];
    for (const [what, path] of [
      ['the newest', '/posts'],
      ['the oldest', '/posts?order=asc'],
      ['of a user', `/posts?userId=${userId}`],
    ] as const) {
      const takenMs = services.map((): number[] => []);
      for (let time = 0; time < WARM_UP + rounds * TIMES; time++) {
        if (time % TIMES === 0) progress(`a page of ${what}`);
        for (const [at, service] of services.entries()) {
          const startedMs = performance.now();
          await service.ask(`GET ${path}`);
          if (time >= WARM_UP) takenMs[at]?.push(performance.now() - startedMs);
        }
      }
      const units: number[] = [];
      for (const service of services) units.push((await service.unitsOf(`GET ${path}`)).readUnits);
      const [few = 0, many = 0] = takenMs.map(median);
      rows.push([what, ...units.map(String), few.toFixed(2), many.toFixed(2), (many / few).toFixed(2)]);
    }
    const [of, and] = [FEW.toLocaleString('en'), MANY.toLocaleString('en')];
    return table(['a page of 50', `units of ${of} posts`, `of ${and}`, `ms of ${of}`, `of ${and}`, 'ratio'], rows);
  } finally {
    for (const service of services) await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
