import { type CheckRun, type Finding, MAX_FAILURES } from '../check';
import { createAuthor, startInProcess } from '../in-process';
import { brokenInvariants, unknownKeys } from '../invariants';
import { type Random, randomOf } from '../random';
import { type KeyCase, playKeyCase } from './key-case';
import { tokenOf } from './learn';

type KeysSize = {
  /** The number of pairs of a route and an idempotency key. */
  readonly keys: number;
  readonly clients: number;
};

/** Checks that an idempotency key creates one resource and always gets the first response, whatever fails. */
export const checkKeys = async (
  { seed, assembly, progress }: CheckRun,
  { keys, clients }: KeysSize,
): Promise<Finding[]> => {
  const service = await startInProcess({ assembly, seed });
  const random = randomOf(seed);
  const author = await createAuthor(service, 'author');

  const failures: string[] = [];
  const fail = (text: string) => failures.length < MAX_FAILURES && failures.push(text);
  const deleted = new Set<string>();
  /** Each key is used for a post and for a user. The two do not clash, because keys are separate for each route. */
  const caseOf = (i: number): KeyCase => {
    const token = `key-${i}`;
    const key = `${'!"#~'.repeat((i >> 1) % 60)}${i >> 1}`;
    const user = { name: token, email: `${token}@example.com` };
    const post = { title: token, content: 'content', ...((i >> 1) % 2 === 0 && { userId: author }) };
    return { line: i % 2 === 0 ? 'POST /posts' : 'POST /api/v1/users', key, token, body: i % 2 === 0 ? post : user };
  };
  let next = 0;
  const work = async (own: Random) => {
    while (next < keys && failures.length < MAX_FAILURES) {
      const each = caseOf(next++);
      service.faults.setRate(0.05 + own.next() / 10);
      const { problems, isDeleted } = await playKeyCase(service, each, own);
      for (const problem of problems) fail(problem);
      if (isDeleted) deleted.add(each.token);
    }
  };
  const timer = setInterval(() => progress(`${next} of ${keys} keys`), 1000);
  await Promise.all(Array.from({ length: clients }, () => work(random.fork())));
  clearInterval(timer);

  const items = await service.items();
  const cases = Array.from({ length: next }, (_, i) => caseOf(i));
  const tokens = items.filter(({ pk }) => pk === 'USER' || pk === 'POST').map(tokenOf);
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  for (const { token } of cases) {
    const expected = deleted.has(token) ? 0 : 1;
    const found = counts.get(token) ?? 0;
    if (found !== expected) fail(`${token}: ${found} resources instead of ${expected}`);
  }
  const kept = items.filter(({ sk }) => sk === 'KEY').length;
  if (kept !== cases.length) fail(`${kept} keys are stored instead of ${cases.length}`);
  const sentKeys = new Set(cases.map(({ key }) => key));
  for (const text of [...brokenInvariants(items), ...unknownKeys(items, sentKeys)]) fail(text);
  const faults = service.faults.total();
  await service.close();
  return [
    {
      promise: 'an idempotency key creates exactly one resource and always gets the first response',
      measured: `${cases.length} keys, ${faults} faults, ${counts.size} resources`,
      failures,
    },
  ];
};
