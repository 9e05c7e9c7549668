import type { Route } from '../../../functions/http/route';
import { mintId } from '../../../functions/model/id';
import * as routes from '../../../functions/routes';
import { budget, type RouteName } from '../../../lib/cost/budget';
import { tableOf } from '../../support/docs/markdown';
import { temporaryFolder } from '../../support/folder';
import { type ConsumedUnits, startCounted } from './counted';
import { fillWithPosts } from './filled';

/** The length of the content. With its keys, an item has 1 kB. */
const LENGTH = 850;

const routeOf: Record<RouteName, Route> = routes;

/** Measures the capacity units of requests to the service, by the names of their routes. */
const measureAmong = async (posts: number) => {
  const [assembly, data, userId] = [process.env.ASSEMBLY ?? '', temporaryFolder(), mintId()];
  fillWithPosts(data, assembly, { userId, posts, length: LENGTH });
  const { request, unitsOf, close } = await startCounted(assembly, data);
  const author = (n: number) => ({ name: 'Ada', email: `${n}@example.com` });
  const post = { title: 'A title', content: 'x'.repeat(LENGTH), userId };
  const create = async (path: string, body: object) => `${path}/${(await request(`POST ${path}`, body)).body.id}`;
  const user = await create('/api/v1/users', author(1));
  const storedPost = await create('/posts', post);
  const units: [RouteName, ConsumedUnits, note?: string][] = [
    ['listUsers', await unitsOf('GET /api/v1/users')],
    ['createUser', await unitsOf('POST /api/v1/users', author(2))],
    ['getUser', await unitsOf(`GET ${user}`)],
    ['replaceUser', await unitsOf(`PUT ${user}`, { ...author(1), name: 'Ada Lovelace' })],
    ['updateUser', await unitsOf(`PATCH ${user}`, { name: 'Countess' })],
    ['listPosts', await unitsOf('GET /posts')],
    ['listPosts', await unitsOf(`GET /posts?userId=${userId}`), ' of a user'],
    ['listPosts', await unitsOf('GET /posts?createdSince=2026-01-01'), ' of a time range'],
    ['listPosts', await unitsOf('GET /posts?expand=user'), ' with authors'],
    ['createPost', await unitsOf('POST /posts', post)],
    ['getPost', await unitsOf(`GET ${storedPost}`)],
    ['replacePost', await unitsOf(`PUT ${storedPost}`, { ...post, title: 'Another' })],
    ['updatePost', await unitsOf(`PATCH ${storedPost}`, { title: 'A third' })],
    ['removePost', await unitsOf(`DELETE ${storedPost}`)],
    ['removeUser', await unitsOf(`DELETE ${user}`)],
  ];
  await close();
  return units;
};

const formatUnits = ({ readUnits, writeUnits }: ConsumedUnits) =>
  [readUnits > 0 && `${readUnits} R`, writeUnits > 0 && `${writeUnits} W`].filter(Boolean).join(' + ');

/** Measures the capacity units of each route with 1,000 and with 10,000 posts, beside the budget. */
export const measureUnits = async () => {
  const [few, many] = [await measureAmong(1000), await measureAmong(10_000)];
  const rows = few.map(([name, units, note = ''], at) => {
    const columns = [budget[name], units, many[at]?.[1]];
    return [`\`${routeOf[name].routeKey}\`${note}`, ...columns.map((column) => (column ? formatUnits(column) : ''))];
  });
  return tableOf(['units', 'budget', 'of 1,000 posts', 'of 10,000 posts'], rows);
};
