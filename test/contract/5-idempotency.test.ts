import { bodyFor, collections, nobody, problem, useService } from '../support/service';

const { ask, user, post } = useService();

let keys = 0;
const fresh = () => ({ 'idempotency-key': `key-${++keys}` });

type Answer = Awaited<ReturnType<typeof ask>>;
const replayed = ({ headers }: Answer) => headers['idempotency-replayed'];
/** The parts of a response that a replay repeats. */
const essence = ({ status, text, headers }: Answer) => [status, text, headers.etag, headers.location];

const body = { title: 'Hi', content: 'x' };
const create = (headers: object, sent: object | string = body) =>
  ask('POST /posts', { headers: { ...headers }, body: sent });
const count = async () => (await ask('GET /posts?limit=100')).body.length;

describe('an Idempotency-Key', () => {
  test('gives the first response again, also when the post has changed or is gone, and creates nothing', async () => {
    const headers = fresh();
    const first = await create(headers);
    expect([first.status, replayed(first)]).toEqual([201, undefined]);
    const path = `/posts/${first.body.id}`;
    const before = await count();
    const expectReplay = async () => {
      const again = await create(headers);
      expect([essence(again), replayed(again)]).toEqual([essence(first), 'true']);
    };
    await expectReplay();
    await ask(`PUT ${path}`, { body: { title: 'changed' } });
    await expectReplay();
    expect(await count()).toBe(before);
    await ask(`DELETE ${path}`);
    await expectReplay();
    expect((await ask(`GET ${path}`)).status).toBe(404);
  });

  test('gives the first response although the author is gone', async () => {
    const headers = fresh();
    const author = await user();
    const authored = { title: 'x', userId: author.id };
    const first = await create(headers, authored);
    expect(await ask(`DELETE ${author.path}?force=true`)).toMatchObject({ status: 204 });
    expect(essence(await create(headers, authored))).toEqual(essence(first));
  });

  test('gives the first response for the same content in another spelling or with another preference', async () => {
    const headers = fresh();
    const first = await create(headers);
    const again = await create({ ...headers, prefer: 'return=minimal' }, '{ "content": "\\u0078", "title": "Hi" }');
    expect([again.status, again.text, again.headers.location]).toEqual([201, '', first.headers.location]);
  });

  test('answers 422 to another content, and changes nothing', async () => {
    const headers = fresh();
    const first = await create(headers);
    const before = await count();
    expect(await create(headers, { title: 'Ho' })).toMatchObject(problem(422, 'idempotency-key-reused'));
    expect([await count(), essence(await create(headers))]).toEqual([before, essence(first)]);
  });

  test.each(['', 'a b', 'k'.repeat(256), 'schlüssel'])('is refused as "%s"', async (key) => {
    const errors = [{ header: 'Idempotency-Key', detail: 'must be 1 to 255 visible ASCII characters' }];
    const response = await create({ 'idempotency-key': key });
    expect(response).toMatchObject(problem(400, 'invalid-header', { errors }));
  });

  const expectFree = async (path: (typeof collections)[number], headers: Record<string, string>) => {
    const response = await ask(`POST ${path}`, { body: bodyFor(path, 'x'), headers });
    expect([response.status, replayed(response)]).toEqual([201, undefined]);
  };

  test('is of one route, and free on another', async () => {
    const headers = { 'idempotency-key': '!'.repeat(255) };
    for (const path of collections) await expectFree(path, headers);
  });

  test('of a refused request stays free', async () => {
    const [taken, unknown, invalid] = [fresh(), fresh(), fresh()];
    const claimed = { name: 'x', email: (await user()).email };
    const refused = await ask('POST /api/v1/users', { body: claimed, headers: taken });
    expect(refused).toMatchObject(problem(409, 'email-taken'));
    expect(await create(unknown, { title: 'x', userId: nobody })).toMatchObject(problem(422, 'unknown-user'));
    expect(await create(invalid, {})).toMatchObject(problem(400, 'invalid-body'));
    for (const headers of [unknown, invalid]) await expectFree('/posts', headers);
    await expectFree('/api/v1/users', taken);
  });

  test('is ignored in a PUT', async () => {
    const { path } = await post();
    const response = await ask(`PUT ${path}`, { body: { title: 'x' }, headers: { 'idempotency-key': '' } });
    expect([response.status, replayed(response)]).toEqual([200, undefined]);
  });
});
