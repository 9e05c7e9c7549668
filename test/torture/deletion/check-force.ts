import { type CheckRun, type Finding, MAX_FAILURES } from '../check';
import { startInProcess } from '../in-process';
import { brokenInvariants } from '../invariants';
import { closedUserProblems } from './closed-user';

const BATCH = 50;
const MAX_REQUESTS = 1000;
const GRACE_MS = 250;

type ForceSize = { readonly posts: number; readonly leftMs: number };

/**
 * Deletes a user with many posts by force, and repeats the request until it succeeds. Every response on the way must be
 * true.
 */
export const checkForce = async (
  { seed, assembly, progress }: CheckRun,
  { posts, leftMs }: ForceSize,
): Promise<Finding[]> => {
  const service = await startInProcess({ assembly, seed });
  const { invoke, items, close } = service;
  const failures: string[] = [];
  const { body: author } = await invoke('POST /api/v1/users', { body: { name: 'Ada', email: 'ada@example.com' } });
  for (let count = 0; count < posts; count += BATCH) {
    progress(`${count} of ${posts} posts`);
    const body = { title: 'x', userId: author.id };
    const size = Math.min(BATCH, posts - count);
    const created = await Promise.all(Array.from({ length: size }, () => invoke('POST /posts', { body })));
    const refused = created.filter(({ status }) => status !== 201);
    failures.push(...refused.map(({ status }) => `a creation is answered ${status} instead of 201`));
  }
  const responses: string[] = [];
  let isDeleted = false;
  while (!isDeleted && responses.length < MAX_REQUESTS) {
    const { status, headers, body, ms } = await invoke(`DELETE /api/v1/users/${author.id}?force=true`, { leftMs });
    responses.push(`${status} after ${Math.round(ms)} ms`);
    if (ms > leftMs + GRACE_MS) failures.push(`the response comes after ${Math.round(ms)} ms; allowed: ${leftMs} ms`);
    const after = await items();
    failures.push(...brokenInvariants(after));
    isDeleted = status === 204;
    if (isDeleted && after.length > 0) failures.push(`the response is 204 while ${after.length} items are left`);
    if (isDeleted) continue;
    if (status !== 503 || !headers['retry-after'] || !/repeat/.test(body.detail)) {
      failures.push(`the response is ${status}: ${body?.detail}`);
      break;
    }
    const { status: read } = await invoke(`GET /api/v1/users/${author.id}`);
    if (read !== 200) failures.push(`after an unfinished deletion, GET answers ${read} instead of 200`);
    failures.push(...(await closedUserProblems(service, author.id)));
    failures.push(...brokenInvariants(await items()));
  }
  if (!isDeleted) failures.push(`the user still exists after ${responses.length} deletions`);
  await close();
  const user = `a user with ${posts.toLocaleString('en')} posts`;
  return [
    {
      promise: `DELETE ?force=true deletes ${user}, with ${leftMs} ms for a request`,
      measured: responses.join(', '),
      failures: failures.slice(0, MAX_FAILURES),
    },
  ];
};
