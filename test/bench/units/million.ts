import { mintId } from '../../../functions/model/id';
import { tableOf } from '../../support/docs/markdown';
import { median } from '../../support/docs/median';
import { temporaryFolder } from '../../support/folder';
import { startCounted } from './counted';
import { fillWithPosts } from './filled';

const WARM_UP = 50;
const REQUESTS = 400;

const userId = mintId();

const startWith = async (posts: number) => {
  const [assembly, data] = [process.env.ASSEMBLY ?? '', temporaryFolder()];
  process.stderr.write(`storing ${posts} posts\n`);
  fillWithPosts(data, assembly, { userId, posts, length: 200 });
  return { ...(await startCounted(assembly, data)), timesMs: [] as number[] };
};

/** Measures a page of a list in a table with a million posts, and in a table with a thousand. */
export const measureMillion = async () => {
  const services = [await startWith(1000), await startWith(1_000_000)];
  const rows: string[][] = [];
  for (const [page = '', path] of [
    ['the newest', '/posts'],
    ['the oldest', '/posts?order=asc'],
    ['of a user', `/posts?userId=${userId}`],
  ]) {
    for (const { timesMs } of services) timesMs.length = 0;
    for (let time = 0; time < WARM_UP + REQUESTS; time++) {
      for (const { request, timesMs } of services) {
        const startedMs = performance.now();
        await request(`GET ${path}`);
        if (time >= WARM_UP) timesMs.push(performance.now() - startedMs);
      }
    }
    const units: string[] = [];
    for (const { unitsOf } of services) units.push(String((await unitsOf(`GET ${path}`)).readUnits));
    const [few = 0, many = 0] = services.map(({ timesMs }) => median(timesMs));
    rows.push([page, ...units, few.toFixed(2), many.toFixed(2), (many / few).toFixed(2)]);
  }
  for (const { close } of services) await close();
  const head = ['units of 1,000 posts', 'of 1,000,000', 'ms of 1,000', 'of 1,000,000', 'ratio'];
  return tableOf(['a page of 50', ...head], rows);
};
