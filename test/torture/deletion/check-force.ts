import { ENOUGH, type Finding, type Run } from '../check';
import { startInside } from '../inside';
import { brokenIn } from '../invariants';
import { wrongWhileClosed } from './closing';

type Size = { readonly posts: number; readonly leftMs: number };

/** A user with many posts goes, if not at once then by repeating, and every answer on the way is true. */
export const checkForce = async ({ seed, assembly, progress }: Run, { posts, leftMs }: Size): Promise<Finding[]> => {
  const inside = await startInside({ assembly, seed });
  const { ask, items, close } = inside;
  const failures: string[] = [];
  const { body: author } = await ask('POST /api/v1/users', { body: { name: 'Ada', email: 'ada@example.com' } });
  for (let made = 0; made < posts; made += 50) {
    progress(`${made} of ${posts} posts`);
    const body = { title: 'x', userId: author.id };
    const created = await Promise.all(
      Array.from({ length: Math.min(50, posts - made) }, () => ask('POST /posts', { body })),
    );
    failures.push(
      ...created.filter(({ status }) => status !== 201).map(({ status }) => `a creation answered ${status}`),
    );
  }
  const answers: string[] = [];
  let gone = false;
  while (!gone && answers.length < 1000) {
    const { status, headers, body, ms } = await ask(`DELETE /api/v1/users/${author.id}?force=true`, { leftMs });
    answers.push(`${status} after ${Math.round(ms)} ms`);
    if (ms > leftMs + 250) failures.push(`answered after ${Math.round(ms)} ms of ${leftMs}`);
    const after = await items();
    failures.push(...brokenIn(after));
    gone = status === 204;
    if (gone && after.length > 0) failures.push(`answered 204 while ${after.length} items are left`);
    if (gone) continue;
    if (status !== 503 || !headers['retry-after'] || !/repeat/.test(body.detail)) {
      failures.push(`answered ${status}: ${body?.detail}`);
      break;
    }
    const { status: reading } = await ask(`GET /api/v1/users/${author.id}`);
    if (reading !== 200) failures.push(`half way, GET answered ${reading}`);
    failures.push(...(await wrongWhileClosed(inside, author.id)));
    failures.push(...brokenIn(await items()));
  }
  if (!gone) failures.push('the user never goes');
  await close();
  return [
    {
      promise: `DELETE ?force=true of a user with ${posts.toLocaleString('en')} posts, ${leftMs} ms a request`,
      measured: answers.join(', '),
      failures: failures.slice(0, ENOUGH),
    },
  ];
};
