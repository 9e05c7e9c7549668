import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../../functions/http/row';
import { mintId } from '../../../functions/model/id';
import * as routes from '../../../functions/routes';
import { bundle } from '../../../lib/build/bundle';
import { budget, type Name } from '../../../lib/cost/budget';
import { startDatabase } from '../../../lib/local/database/database';
import { synthesize } from '../../../lib/stack/synthesize';
import { type Part, table } from '../part';
import { startCounted, type Units } from './counted';
import { fillFolder, fillWithPosts } from './filled';
import { askAt, posts, samplesOf, users } from './samples';

const SIZES = [1_000, 10_000];
/** With its keys an item has 1 kB then. */
const LENGTH = 850;

type Used = Record<string, Units>;

/** What each route takes where there are that many posts. */
const measureOurs = async (assembly: string, folder: string, userId: string): Promise<Used> => {
  const { ask, unitsOf, close } = await startCounted(assembly, folder);
  const author = (n: number) => ({ name: 'Ada', email: `${n}@example.com` });
  const post = { title: 'A title', content: 'x'.repeat(LENGTH), userId };
  const made = async (path: string, body: object) => `${path}/${(await ask(`POST ${path}`, body)).body.id}`;
  try {
    const user = await made('/api/v1/users', author(1));
    const one = await made('/posts', post);
    return {
      listUsers: await unitsOf('GET /api/v1/users'),
      createUser: await unitsOf('POST /api/v1/users', author(2)),
      getUser: await unitsOf(`GET ${user}`),
      replaceUser: await unitsOf(`PUT ${user}`, { ...author(1), name: 'Ada Lovelace' }),
      updateUser: await unitsOf(`PATCH ${user}`, { name: 'Countess' }),
      listPosts: await unitsOf('GET /posts'),
      'listPosts of a user': await unitsOf(`GET /posts?userId=${userId}`),
      createPost: await unitsOf('POST /posts', post),
      getPost: await unitsOf(`GET ${one}`),
      replacePost: await unitsOf(`PUT ${one}`, { ...post, title: 'Another' }),
      updatePost: await unitsOf(`PATCH ${one}`, { title: 'A third' }),
      removePost: await unitsOf(`DELETE ${one}`),
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

const measureSamples = async (folder: string, size: number, userId: string): Promise<Used> => {
  fillFolder(folder, [
    { table: users, items: sampleItems(size / 10, userId) },
    { table: posts, items: sampleItems(size, userId) },
  ]);
  const { endpoint, close } = await startDatabase(process.env, folder);
  try {
    const used: Used = {};
    const samples = samplesOf(askAt(endpoint), userId, LENGTH);
    for (const [name, measure] of Object.entries(samples)) used[name] = await measure();
    return used;
  } finally {
    await close();
  }
};

const show = ({ readUnits, writeUnits }: Units) =>
  [readUnits > 0 && `${readUnits} R`, writeUnits > 0 && `${writeUnits} W`].filter(Boolean).join(' + ');

/** Capacity units of each route, beside the budget and beside the design of AWS's samples. */
export const measureUnits: Part = async ({ progress }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    process.env.CDK_VALIDATION = 'false';
    await bundle(join(folder, 'bundles'));
    const assembly = synthesize(join(folder, 'assembly'), join(folder, 'bundles'));
    const userId = mintId();
    const all: Used[] = [];
    for (const size of SIZES) {
      progress(`units, ${size} posts`);
      const [data, samples] = [join(folder, `ours-${size}`), join(folder, `samples-${size}`)];
      for (const one of [data, samples]) mkdirSync(one);
      fillWithPosts(data, assembly, { userId, posts: size, length: LENGTH });
      all.push(await measureOurs(assembly, data, userId), await measureSamples(samples, size, userId));
    }
    const [few = {}, samplesOfFew = {}, many = {}, samplesOfMany = {}] = all;
    const rowOf = new Map(Object.entries<Row>(routes));
    const rows = Object.keys(few).map((key) => {
      const [name = '', ...more] = key.split(' ');
      const route = `\`${rowOf.get(name)?.routeKey}\`${more.map((word) => ` ${word}`).join('')}`;
      const columns = [budget[name as Name], few[key], many[key], samplesOfFew[key], samplesOfMany[key]];
      return [route, ...columns.map((units) => (units ? show(units) : ''))];
    });
    const [small, large] = SIZES.map((size) => `${size.toLocaleString('en')} posts`);
    return table(['units', 'budget', `of ${small}`, `of ${large}`, `samples, ${small}`, `samples, ${large}`], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
