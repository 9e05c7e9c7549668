import { bodyFor, collections, nobody, problem, useService } from '../support/service';

const { ask, user, post } = useService();

let keys = 0;
const fresh = () => ({ 'idempotency-key': `key-${++keys}` });

type Answer = Awaited<ReturnType<typeof ask>>;
const replayed = ({ headers }: Answer) => headers['idempotency-replayed'];
/** The parts of a response that a replay repeats. */
const essence = ({ status, text, headers }: Answer) => [status, text, headers.etag, headers.location];

describe.each([
  ['/api/v1/users', (name: string) => ({ name, email: `${name}@example.com` })],
  ['/posts', (title: string) => ({ title, content: 'x' })],
])('POST %s with an Idempotency-Key', (path, bodyOf) => {
  const create = (name: string, headers: Record<string, string>) =>
    ask(`POST ${path}`, { body: bodyOf(name), headers });
  const all = async () => (await ask(`GET ${path}?limit=100`)).body.length;

  test('gives the first response again, and creates nothing', async () => {
    const headers = fresh();
    const first = await create('again', headers);
    expect([first.status, replayed(first)]).toEqual([201, undefined]);
    const before = await all();
    for (let i = 0; i < 3; i++) {
      const again = await create('again', headers);
      expect([essence(again), replayed(again)]).toEqual([essence(first), 'true']);
    }
    expect(await all()).toBe(before);
  });

  test('gives the first response although the resource has changed or is gone', async () => {
    const headers = fresh();
    const first = await create('gone', headers);
    const member = `${path}/${first.body.id}`;
    await ask(`PUT ${member}`, { body: bodyOf('changed') });
    expect(essence(await create('gone', headers))).toEqual(essence(first));
    await ask(`DELETE ${member}`);
    expect(essence(await create('gone', headers))).toEqual(essence(first));
    expect((await ask(`GET ${member}`)).status).toBe(404);
  });

  test('gives the first response for the same content in another spelling or with another preference', async () => {
    const headers = fresh();
    const first = await create('spaced', headers);
    const reversed = Object.fromEntries(Object.entries(bodyOf('spaced')).reverse());
    const body = JSON.stringify(reversed, null, 4);
    const again = await ask(`POST ${path}`, { body, headers: { ...headers, prefer: 'return=minimal' } });
    expect([again.status, again.text, again.headers.location]).toEqual([201, '', first.headers.location]);
  });

  test('answers 422 to another content, and changes nothing', async () => {
    const headers = fresh();
    const first = await create('one', headers);
    const before = await all();
    expect(await create('two', headers)).toMatchObject(problem(422, 'idempotency-key-reused'));
    expect(await all()).toBe(before);
    expect(essence(await create('one', headers))).toEqual(essence(first));
  });

  test('creates once when 16 requests come at the same time, and answers 201 to all', async () => {
    const headers = fresh();
    const before = await all();
    const answers = await Promise.all(Array.from({ length: 16 }, () => create('together', headers)));
    expect(new Set(answers.map((response) => JSON.stringify(essence(response)))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 201 });
    expect(answers.filter((response) => replayed(response) === undefined)).toHaveLength(1);
    expect(await all()).toBe(before + 1);
  });

  test.each(['', 'a b', 'k'.repeat(256), 'schlüssel'])('refuses the key "%s"', async (key) => {
    const response = await create('refused', { 'idempotency-key': key });
    const errors = [{ header: 'Idempotency-Key', detail: 'must be 1 to 255 visible ASCII characters' }];
    expect(response).toMatchObject(problem(400, 'invalid-header', { errors }));
  });
});

describe('an Idempotency-Key', () => {
  const isFree = async (path: (typeof collections)[number], headers: Record<string, string>) => {
    const response = await ask(`POST ${path}`, { body: bodyFor(path, 'x'), headers });
    expect([response.status, replayed(response)]).toEqual([201, undefined]);
  };

  test('is of one route, and free on another', async () => {
    const headers = fresh();
    for (const path of collections) await isFree(path, headers);
  });

  test('of a refused request stays free', async () => {
    const [taken, unknown, invalid] = [fresh(), fresh(), fresh()];
    const claimed = { name: 'x', email: (await user()).email };
    const refused = await ask('POST /api/v1/users', { body: claimed, headers: taken });
    expect(refused).toMatchObject(problem(409, 'email-taken'));
    const body = { title: 'x', userId: nobody };
    expect(await ask('POST /posts', { body, headers: unknown })).toMatchObject(problem(422, 'unknown-user'));
    expect(await ask('POST /posts', { body: {}, headers: invalid })).toMatchObject(problem(400, 'invalid-body'));
    for (const headers of [taken, unknown, invalid]) await isFree('/posts', headers);
    await isFree('/api/v1/users', taken);
  });

  test('gives the first response although the author is gone', async () => {
    const headers = fresh();
    const author = await user();
    const body = { title: 'x', userId: author.id };
    const first = await ask('POST /posts', { body, headers });
    expect(await ask(`DELETE ${author.path}?force=true`)).toMatchObject({ status: 204 });
    expect(essence(await ask('POST /posts', { body, headers }))).toEqual(essence(first));
  });

  test('is ignored in a PUT', async () => {
    const { path } = await post();
    const response = await ask(`PUT ${path}`, { body: { title: 'x' }, headers: { 'idempotency-key': '' } });
    expect([response.status, replayed(response)]).toEqual([200, undefined]);
  });
});
