import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../../functions/http/row';
import { mintId } from '../../../functions/model/id';
import * as routes from '../../../functions/routes';
import { bundle } from '../../../lib/build/bundle';
import { budget, type RouteName } from '../../../lib/cost/budget';
import { tableOf } from '../../../lib/docs/markdown';
import { startDatabase } from '../../../lib/local/database/database';
import { synthesize } from '../../../lib/stack/synthesize';
import type { BenchPart } from '../part';
import { type ConsumedUnits, startCounted } from './counted';
import { fillFolder, fillWithPosts } from './filled';
import { createCaller, posts, samplesOf, users } from './samples';

const SIZES = [1_000, 10_000];
/** The length of the content. With its keys, an item has 1 kB. */
const LENGTH = 850;

type UnitsByRoute = Record<string, ConsumedUnits>;

/** Measures the capacity units of each route of the service on a data folder. */
const measureOurs = async (assembly: string, folder: string, userId: string): Promise<UnitsByRoute> => {
  const { request, unitsOf, close } = await startCounted(assembly, folder);
  const author = (n: number) => ({ name: 'Ada', email: `${n}@example.com` });
  const post = { title: 'A title', content: 'x'.repeat(LENGTH), userId };
  const create = async (path: string, body: object) => `${path}/${(await request(`POST ${path}`, body)).body.id}`;
  try {
    const user = await create('/api/v1/users', author(1));
    const storedPost = await create('/posts', post);
    return {
      listUsers: await unitsOf('GET /api/v1/users'),
      createUser: await unitsOf('POST /api/v1/users', author(2)),
      getUser: await unitsOf(`GET ${user}`),
      replaceUser: await unitsOf(`PUT ${user}`, { ...author(1), name: 'Ada Lovelace' }),
      updateUser: await unitsOf(`PATCH ${user}`, { name: 'Countess' }),
      listPosts: await unitsOf('GET /posts'),
      'listPosts of a user': await unitsOf(`GET /posts?userId=${userId}`),
      createPost: await unitsOf('POST /posts', post),
      getPost: await unitsOf(`GET ${storedPost}`),
      replacePost: await unitsOf(`PUT ${storedPost}`, { ...post, title: 'Another' }),
      updatePost: await unitsOf(`PATCH ${storedPost}`, { title: 'A third' }),
      removePost: await unitsOf(`DELETE ${storedPost}`),
      removeUser: await unitsOf(`DELETE ${user}`),
    };
  } finally {
    await close();
  }
};

function* sampleItems(count: number, userId: string) {
  yield { id: userId, email: 'ada@lovelace.example', content: 'x'.repeat(LENGTH) };
  for (let i = 1; i < count; i++)
    yield { id: mintId(), email: `${i}@example.com`, content: 'x'.repeat(LENGTH), ...(i % 20 === 0 && { userId }) };
}

const measureSamples = async (folder: string, size: number, userId: string): Promise<UnitsByRoute> => {
  fillFolder(folder, [
    { table: users, items: sampleItems(size / 10, userId) },
    { table: posts, items: sampleItems(size, userId) },
  ]);
  const { endpoint, close } = await startDatabase(process.env, folder);
  try {
    const units: UnitsByRoute = {};
    const samples = samplesOf(createCaller(endpoint), userId, LENGTH);
    for (const [name, measure] of Object.entries(samples)) units[name] = await measure();
    return units;
  } finally {
    await close();
  }
};

const formatUnits = ({ readUnits, writeUnits }: ConsumedUnits) =>
  [readUnits > 0 && `${readUnits} R`, writeUnits > 0 && `${writeUnits} W`].filter(Boolean).join(' + ');

/** Measures the capacity units of each route, beside the budget and beside the design of AWS's samples. */
export const measureUnits: BenchPart = async ({ progress }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    process.env.CDK_VALIDATION = 'false';
    await bundle(join(folder, 'bundles'));
    const assembly = synthesize(join(folder, 'assembly'), join(folder, 'bundles'));
    const userId = mintId();
    const all: UnitsByRoute[] = [];
    for (const size of SIZES) {
      progress(`capacity units with ${size} posts`);
      const [data, samples] = [join(folder, `ours-${size}`), join(folder, `samples-${size}`)];
      for (const path of [data, samples]) mkdirSync(path);
      fillWithPosts(data, assembly, { userId, posts: size, length: LENGTH });
      all.push(await measureOurs(assembly, data, userId), await measureSamples(samples, size, userId));
    }
    const [few = {}, samplesOfFew = {}, many = {}, samplesOfMany = {}] = all;
    const rowOf = new Map(Object.entries<Row>(routes));
    const rows = Object.keys(few).map((key) => {
      const [name = '', ...more] = key.split(' ');
      const route = `\`${rowOf.get(name)?.routeKey}\`${more.map((word) => ` ${word}`).join('')}`;
      const columns = [budget[name as RouteName], few[key], many[key], samplesOfFew[key], samplesOfMany[key]];
      return [route, ...columns.map((units) => (units ? formatUnits(units) : ''))];
    });
    const [small, large] = SIZES.map((size) => `${size.toLocaleString('en')} posts`);
    return tableOf(['units', 'budget', `of ${small}`, `of ${large}`, `samples, ${small}`, `samples, ${large}`], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
