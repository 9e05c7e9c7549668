import { nobody, problem, startService } from '../support/service';

const { ask, user, post } = startService();

const collections = ['/api/v1/users', '/posts'] as const;
const create = (collection: (typeof collections)[number]) => (collection === '/posts' ? post() : user());
const full = (collection: string, name: string) =>
  collection === '/posts' ? { title: name } : { name, email: `${name}-${Math.random()}@example.com` };

/** An id of the right form, minted by a client at this instant. */
const mint = (ms = Date.now()) => {
  const hex = ms.toString(16).padStart(12, '0');
  const random = Math.floor(Math.random() * 0xffff_ffff)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${random}`;
};

describe.each(collections)('an ETag of %s', (collection) => {
  test('is strong, the same while nothing changes, and new at each change', async () => {
    const { path } = await create(collection);
    const tags = [];
    for (let i = 0; i < 3; i++) {
      const { headers } = await ask(`PUT ${path}`, { body: full(collection, 'same') });
      const [first, second] = [await ask(`GET ${path}`), await ask(`HEAD ${path}`)];
      expect([first.headers.etag, second.headers.etag]).toEqual([headers.etag, headers.etag]);
      tags.push(headers.etag);
    }
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  });

  test.each(['%', '"other", %', 'W/%', 'W/"a,b" , W/%,', '*'])(
    'that If-None-Match knows saves the body: %s',
    async (form) => {
      const { path, etag } = await create(collection);
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(`${method} ${path}`, {
          headers: { 'if-none-match': form.replace('%', String(etag)) },
        });
        expect(answer).toMatchObject({ status: 304, text: '', headers: { etag, 'cache-control': 'no-cache' } });
        expect(answer.headers['content-type']).toBeUndefined();
      }
    },
  );

  test('that If-None-Match does not know brings the body', async () => {
    const { path } = await create(collection);
    expect(await ask(`GET ${path}`, { headers: { 'if-none-match': '"other", W/"another"' } })).toMatchObject({
      status: 200,
    });
  });

  test.each(['%', '"other", %', '*'])('that If-Match knows lets a write pass: %s', async (form) => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { path, etag } = await create(collection);
      const headers = { 'if-match': form.replace('%', String(etag)) };
      const body = method === 'DELETE' ? undefined : full(collection, 'new');
      expect((await ask(`${method} ${path}`, { headers, body })).status).toBe(method === 'DELETE' ? 204 : 200);
    }
  });

  test.each(['"other"', 'W/%', '"a", "b"'])(
    'that If-Match does not know stops a write, and says the current one: %s',
    async (form) => {
      const { path, etag } = await create(collection);
      const headers = { 'if-match': form.replace('%', String(etag)) };
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const body = method === 'DELETE' ? undefined : full(collection, 'new');
        const answer = await ask(`${method} ${path}`, { headers, body });
        expect(answer).toMatchObject(problem(412, 'stale'));
        expect(answer.headers.etag).toBe(etag);
      }
      expect((await ask(`GET ${path}`)).headers.etag).toBe(etag);
    },
  );

  test('is nothing to match where nothing is: 404, not 412', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const body = method === 'DELETE' ? undefined : full(collection, 'new');
      const answer = await ask(`${method} ${collection}/${nobody}`, { headers: { 'if-match': '"x"' }, body });
      expect(answer).toMatchObject(problem(404, 'not-found'));
    }
  });

  test('guards reads, too', async () => {
    const { path, etag } = await create(collection);
    expect(await ask(`GET ${path}`, { headers: { 'if-match': String(etag) } })).toMatchObject({ status: 200 });
    expect(await ask(`GET ${path}`, { headers: { 'if-match': '"other"' } })).toMatchObject(problem(412, 'stale'));
  });

  test.each(['If-Match', 'If-None-Match'])('without quotes is refused in %s', async (header) => {
    const { path } = await create(collection);
    const answer = await ask(`GET ${path}`, { headers: { [header]: 'abc' } });
    expect(answer).toMatchObject(problem(400, 'invalid-header', { errors: [{ header, detail: expect.any(String) }] }));
  });
});

describe.each(collections)('a list of %s', (collection) => {
  test('has an ETag that changes with it', async () => {
    await create(collection);
    const { headers } = await ask(`GET ${collection}`);
    const unchanged = { headers: { 'if-none-match': String(headers.etag) } };
    expect(headers['cache-control']).toBe('no-cache');
    expect(await ask(`GET ${collection}`, unchanged)).toMatchObject({
      status: 304,
      text: '',
      headers: { etag: headers.etag },
    });
    await create(collection);
    expect(await ask(`GET ${collection}`, unchanged)).toMatchObject({ status: 200 });
  });

  test('has another ETag where another page follows', async () => {
    const path = `${collection}?order=asc&limit=100`;
    const before = await ask(`GET ${path}`);
    for (let i = before.body.length; i < 100; i++) await create(collection);
    const last = await ask(`GET ${path}`);
    await create(collection);
    const more = await ask(`GET ${path}`);
    expect(more.body).toEqual(last.body);
    expect(more.headers.etag).not.toBe(last.headers.etag);
  });
});

describe.each(collections)('PUT %s/{id} with If-None-Match: *', (collection) => {
  const headers = { 'if-none-match': '*' };

  test('creates under the id in the path', async () => {
    const id = mint(Date.parse('2020-02-02T02:02:02.222Z'));
    const answer = await ask(`PUT ${collection}/${id}`, { headers, body: full(collection, 'new') });
    expect(answer).toMatchObject({ status: 201, body: { id, createdAt: '2020-02-02T02:02:02.222Z' } });
    expect(answer.headers.location).toMatch(new RegExp(`^http://.*${collection}/${id}$`));
    expect(Date.parse(answer.body.updatedAt)).toBeGreaterThan(Date.now() - 60_000);
    const got = await ask(`GET ${collection}/${id}`);
    expect([got.body, got.headers.etag]).toEqual([answer.body, answer.headers.etag]);
  });

  test('is a 412 with the current ETag where something is', async () => {
    const { path, etag } = await create(collection);
    const answer = await ask(`PUT ${path}`, { headers, body: full(collection, 'new') });
    expect(answer).toMatchObject(problem(412, 'exists'));
    expect(answer.headers.etag).toBe(etag);
  });

  test('takes an id of a clock that is a little fast', async () => {
    const id = mint(Date.now() + 50_000);
    expect(await ask(`PUT ${collection}/${id}`, { headers, body: full(collection, 'new') })).toMatchObject({
      status: 201,
    });
  });

  test.each([
    ['of the future', () => mint(Date.now() + 70_000)],
    ['of another version', () => '01890000-0000-4000-8000-000000000000'],
    ['in upper case', () => mint().toUpperCase().replace('0', 'A')],
    ['of no such form', () => 'my-post'],
  ])('takes no id %s', async (_, id) => {
    const answer = await ask(`PUT ${collection}/${id()}`, { headers, body: full(collection, 'new') });
    expect(answer).toMatchObject(problem(400, 'invalid-id'));
  });

  test('cannot stand beside If-Match', async () => {
    const both = { ...headers, 'if-match': '"x"' };
    const answer = await ask(`PUT ${collection}/${mint()}`, { headers: both, body: full(collection, 'new') });
    expect(answer).toMatchObject(problem(400, 'invalid-header'));
  });
});

describe('PUT with If-None-Match: * keeps the rules', () => {
  const headers = { 'if-none-match': '*' };

  test('of addresses and authors', async () => {
    const { email } = await user();
    const taken = await ask(`PUT /api/v1/users/${mint()}`, { headers, body: { name: 'x', email } });
    expect(taken).toMatchObject(problem(409, 'email-taken'));
    const unknown = await ask(`PUT /posts/${mint()}`, { headers, body: { title: 'x', userId: nobody } });
    expect(unknown).toMatchObject(problem(422, 'unknown-user'));
  });

  test('and says that a user is there before it says that his address is taken', async () => {
    const { path, email } = await user();
    expect(await ask(`PUT ${path}`, { headers, body: { name: 'x', email } })).toMatchObject(problem(412, 'exists'));
  });
});

describe('32 requests at once', () => {
  const statuses = (answers: { status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length;

  test('to create users with one address: one is created, the others are told', async () => {
    const body = { name: 'Ada', email: 'race@example.com' };
    const answers = await Promise.all(Array.from({ length: 32 }, () => ask('POST /api/v1/users', { body })));
    expect([statuses(answers, 201), statuses(answers, 409)]).toEqual([1, 31]);
    const winner = answers.find(({ status }) => status === 201)?.body;
    expect((await ask('GET /api/v1/users?email=race@example.com')).body).toEqual([winner]);
    const users = (await ask('GET /api/v1/users?limit=100')).body.filter(
      ({ email }: { email: string }) => email === body.email,
    );
    expect(users).toEqual([winner]);
    await ask(`DELETE /api/v1/users/${winner.id}`);
    expect(await ask('POST /api/v1/users', { body })).toMatchObject({ status: 201 });
  });

  test.each(collections)('to replace one of %s at one ETag: one does, the others are told', async (collection) => {
    const { path, etag } = await create(collection);
    const headers = { 'if-match': String(etag) };
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) => ask(`PUT ${path}`, { headers, body: full(collection, `n${i}`) })),
    );
    expect([statuses(answers, 200), statuses(answers, 412)]).toEqual([1, 31]);
    const winner = answers.find(({ status }) => status === 200);
    const got = await ask(`GET ${path}`);
    expect([got.body, got.headers.etag]).toEqual([winner?.body, winner?.headers.etag]);
  });

  test.each(collections)('to replace one of %s without an ETag all do, one after the other', async (collection) => {
    const { path } = await create(collection);
    const put = (i: number) => ask(`PUT ${path}`, { body: full(collection, `n${i}`) });
    const answers = await Promise.all(Array.from({ length: 32 }, (_, i) => put(i)));
    expect(statuses(answers, 200)).toBe(32);
    const { body } = await ask(`GET ${path}`);
    expect(answers.map((answer) => answer.body)).toContainEqual(body);
  });

  test('to move one post between two authors leave both counts right', async () => {
    const [a, b, moved] = [await user(), await user(), await post()];
    const move = (i: number) => ask(`PATCH ${moved.path}`, { body: { userId: [a.id, b.id, null][i % 3] } });
    const answers = await Promise.all(Array.from({ length: 32 }, (_, i) => move(i)));
    expect(statuses(answers, 200)).toBe(32);
    await ask(`DELETE ${moved.path}`);
    expect(await ask(`DELETE ${a.path}`)).toMatchObject({ status: 204 });
    expect(await ask(`DELETE ${b.path}`)).toMatchObject({ status: 204 });
  });
});

describe('posts that are created while their user is deleted', () => {
  test('never name a user who is gone: 100 rounds', async () => {
    const round = async () => {
      const author = await user();
      const body = { title: 'x', userId: author.id };
      const [created, removed] = await Promise.all([ask('POST /posts', { body }), ask(`DELETE ${author.path}`)]);
      const got = await ask(`GET ${author.path}`);
      return `${created.status} ${removed.status} ${got.status}`;
    };
    const outcomes = new Set<string>();
    for (let i = 0; i < 10; i++)
      for (const outcome of await Promise.all(Array.from({ length: 10 }, round))) outcomes.add(outcome);
    expect([...outcomes].filter((outcome) => outcome !== '201 409 200' && outcome !== '422 204 404')).toEqual([]);
  });
});

describe('posts that are created while their user is deleted with ?force=true', () => {
  test('are gone or refused: 25 rounds', async () => {
    const round = async () => {
      const author = await user();
      const body = { title: 'x', userId: author.id };
      const creating = Array.from({ length: 8 }, () => ask('POST /posts', { body }));
      const removed = await ask(`DELETE ${author.path}?force=true`);
      const created = await Promise.all(creating);
      expect(removed.status).toBe(204);
      for (const {
        status,
        body: { code },
      } of created)
        expect(['201 undefined', '409 user-closing', '422 unknown-user']).toContain(`${status} ${code}`);
      expect((await ask(`GET /posts?userId=${author.id}`)).body).toEqual([]);
      for (const { status, body: made } of created)
        if (status === 201) expect((await ask(`GET /posts/${made.id}`)).status).toBe(404);
    };
    for (let i = 0; i < 25; i++) await round();
  });
});
