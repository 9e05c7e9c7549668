import { mintId } from '../../../functions/model/id';
import { ENOUGH, type Finding, type Run } from '../check';
import { type Answer, type Inside, startInside } from '../inside';
import { brokenIn, strangeKeys } from '../invariants';
import { type Random, randomOf } from '../random';
import { tokenOf } from './learn';

type Size = {
  /** How many pairs of a route and an idempotency key. */
  readonly keys: number;
  readonly clients: number;
};

type Body = Readonly<Record<string, string>>;
type Case = { readonly line: string; readonly key: string; readonly token: string; readonly body: Body };
type Played = { readonly problems: readonly string[]; readonly isDeleted: boolean };

const MOST_TRIES = 100;

/** The same content, written down in another way. */
const rewritten = (body: Body, { chance }: Random) => {
  const entries = Object.entries(body);
  return JSON.stringify(Object.fromEntries(chance(0.5) ? entries : entries.reverse()), null, chance(0.5) ? 2 : 0);
};

/** As a client does who wants an answer: again and again. */
const persist = async (send: () => Promise<Answer>) => {
  for (let tries = 1; ; tries++) {
    const answer = await send();
    if (answer.status !== 503 || tries === MOST_TRIES) return { ...answer, isRepeated: tries > 1 };
  }
};

const seen = ({ status, text, headers }: Answer) => `${status} ${headers.etag} ${headers.location} ${text}`;

/** Sends one key as often and in all the ways in which it may come, and holds the answers against each other. */
const play = async ({ ask }: Inside, { line, key, token, body }: Case, random: Random): Promise<Played> => {
  const problems: string[] = [];
  const expect = (answer: Answer, status: number, code?: string) => {
    if (answer.status === status && (code === undefined || answer.body?.code === code)) return;
    problems.push(`${status} ${code ?? ''} expected, and not ${seen(answer)} ${answer.log}`);
  };
  const post = (content: string) =>
    persist(() => ask(line, { headers: { 'idempotency-key': key }, body: content, leftMs: 1500 + random.below(8500) }));
  const other = JSON.stringify({ ...body, ...(body.title ? { title: `${token} other` } : { name: `${token} other` }) });
  const isPost = line === 'POST /posts';

  if (isPost && random.chance(0.1)) {
    expect(await post(JSON.stringify({ ...body, userId: mintId() })), 422, 'unknown-user');
  }
  const copies = 1 + random.below(5);
  const atOnce = 1 + random.below(copies);
  const answers = await Promise.all(Array.from({ length: atOnce }, () => post(rewritten(body, random))));
  const [{ body: created } = { body: undefined }] = answers;
  if (random.chance(0.3)) expect(await post(other), 422, 'idempotency-key-reused');
  const member = `${line.slice(5)}/${created?.id}`;
  if (random.chance(0.1)) {
    const name = isPost ? 'content' : 'name';
    expect(await persist(() => ask(`PATCH ${member}`, { body: { [name]: `${token} later` } })), 200);
  }
  const isDeleted = random.chance(0.1);
  if (isDeleted) {
    const { status, isRepeated } = await persist(() => ask(`DELETE ${member}`));
    if (status !== 204 && !(status === 404 && isRepeated)) problems.push(`DELETE ${member} is answered ${status}`);
  }
  for (let i = atOnce; i < copies; i++) answers.push(await post(rewritten(body, random)));

  for (const answer of answers) expect(answer, 201);
  const acknowledged = answers.filter(({ status }) => status === 201);
  const different = new Set(acknowledged.map(seen));
  if (different.size > 1) problems.push(`several answers: ${[...different].join(' | ')}`);
  const said = acknowledged.map(({ headers }) => headers['idempotency-replayed']);
  const first = said.filter((value) => value === undefined).length;
  const replays = said.filter((value) => value === 'true').length;
  if (first > 1 || first + replays < said.length) problems.push(`${first} of ${said.length} say they are the first`);
  return { problems: problems.map((problem) => `${line} ${key}: ${problem}`), isDeleted };
};

/** Promise 4: an idempotency key creates once, and always has the first answer, whatever fails. */
export const checkKeys = async ({ seed, assembly, progress }: Run, { keys, clients }: Size): Promise<Finding[]> => {
  const inside = await startInside({ assembly, seed });
  const random = randomOf(seed);
  const { body: author } = await inside.ask('POST /api/v1/users', { body: { name: 'author', email: 'a@example.com' } });
  await inside.ask('POST /posts', { body: { title: 'one that stays', userId: author.id } });

  const failures: string[] = [];
  const fail = (text: string) => failures.length < ENOUGH && failures.push(text);
  const deleted = new Set<string>();
  /** Every key is one of a post and one of a user, which are two. */
  const caseOf = (i: number): Case => {
    const token = `key-${i}`;
    const key = `${'!"#~'.repeat((i >> 1) % 60)}${i >> 1}`;
    const user = { name: token, email: `${token}@example.com` };
    const post = { title: token, content: 'content', ...((i >> 1) % 2 === 0 && { userId: author.id }) };
    return { line: i % 2 === 0 ? 'POST /posts' : 'POST /api/v1/users', key, token, body: i % 2 === 0 ? post : user };
  };
  let next = 0;
  const work = async (own: Random) => {
    while (next < keys && failures.length < ENOUGH) {
      const each = caseOf(next++);
      inside.faults.setRate(0.05 + own.next() / 10);
      const { problems, isDeleted } = await play(inside, each, own);
      for (const problem of problems) fail(problem);
      if (isDeleted) deleted.add(each.token);
    }
  };
  const timer = setInterval(() => progress(`${next} of ${keys} keys`), 1000);
  await Promise.all(Array.from({ length: clients }, () => work(random.fork())));
  clearInterval(timer);

  const items = await inside.items();
  const cases = Array.from({ length: next }, (_, i) => caseOf(i));
  const tokens = items.filter(({ pk }) => pk === 'USER' || pk === 'POST').map(tokenOf);
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  for (const { token } of cases) {
    const wanted = deleted.has(token) ? 0 : 1;
    const found = counts.get(token) ?? 0;
    if (found !== wanted) fail(`${token}: ${found} resources, and not ${wanted}`);
  }
  const kept = items.filter(({ sk }) => sk === 'KEY').length;
  if (kept !== cases.length) fail(`${kept} keys are kept, of ${cases.length}`);
  for (const text of [...brokenIn(items), ...strangeKeys(items, new Set(cases.map(({ key }) => key)))]) fail(text);
  const faults = inside.faults.total();
  await inside.close();
  return [
    {
      promise: 'an idempotency key creates exactly once and always has the first answer',
      measured: `${cases.length} keys, ${faults} faults, ${counts.size} resources`,
      failures,
    },
  ];
};
