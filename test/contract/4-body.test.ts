import type { Route } from '../../functions/kit/http/route';
import * as routes from '../../functions/routes';
import { bodyFor, collections, problem, useService } from '../support/service';

const { ask, post } = useService();

const [users, posts] = collections;
const { createPost }: Readonly<Record<string, Route>> = routes;
const [all, writes, none] = [['POST', 'PUT', 'PATCH'], ['POST', 'PUT'], []] as const;
const page = 'https://pages.example';

describe('the type of a body', () => {
  const unknown = [
    ...['text/html', 'text/json', 'application/jsonp', 'application/ld+jsonp', 'application/ld/x+json', '+json'],
    ...['application/json utf-8', 'application/json, application/json', 'text/plain; charset=us-ascii'],
    ...['application/json;charset=latin1', 'application/json; x=y; charset = "latin1"', 'application/json; charset='],
    ...['utf-16', 'utf-80', 'x-utf-8', 'UTF-8; charset=latin1'].map((set) => `application/json; charset=${set}`),
  ];
  const expectRefusal = (method: string, response: Awaited<ReturnType<typeof ask>>) => {
    const types = method === 'PATCH' ? 'application/merge-patch+json, application/json' : 'application/json';
    const detail = `The body must be ${types} in UTF-8, not compressed.`;
    expect(response).toMatchObject(problem(415, 'unsupported-media-type', { detail }));
    const accepted = { POST: 'accept-post', PUT: 'accept', PATCH: 'accept-patch' }[method] ?? '';
    expect(response.headers[accepted]).toBe(types);
  };

  test.each<[type: string | undefined, origin: string | undefined, readBy: readonly string[]]>([
    ['application/json', page, all],
    ['Application/JSON;charset=utf8', page, all],
    ['application/json ; version=1; charset="UTF-8"', page, all],
    ['application/merge-patch+json; charset=utf-8', page, all],
    [undefined, undefined, all],
    [undefined, page, none],
    ['text/plain;charset=UTF-8', undefined, all],
    ['text/plain', 'null', none],
    ['application/x-www-form-urlencoded', undefined, all],
    ['application/x-www-form-urlencoded', page, none],
    ['application/ld+json', page, writes],
    ['application/vnd.x.v1+json; charset=utf-8', page, writes],
    ...unknown.map((type): [string, undefined, readonly string[]] => [type, undefined, none]),
  ])('%s, sent by the page %s, is read by %j', async (type, origin, readBy) => {
    const headers = { ...(type !== undefined && { 'content-type': type }), ...(origin && { origin }) };
    for (const method of all) {
      const { path } = await post();
      const line = `${method} ${method === 'POST' ? posts : path}`;
      const response = await ask(line, { headers, body: '{"title":"Grüße"}' });
      if (readBy.includes(method)) expect(response.body).toMatchObject({ title: 'Grüße' });
      else expectRefusal(method, response);
    }
  });

  test.each(['gzip', 'br', 'identity, gzip'])('is not looked at for a body in %s, which is refused', async (coding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding };
    expectRefusal('POST', await ask('POST /posts', { headers, body: '{"title":"Hi"}' }));
  });

  test('is not checked without a body, nor of a DELETE', async () => {
    const headers = { 'content-type': 'image/png' };
    expect(await ask('POST /posts', { headers })).toMatchObject(problem(400, 'invalid-json'));
    expect(await ask('GET /posts', { headers })).toMatchObject({ status: 200 });
    expect(await ask(`DELETE ${(await post()).path}`, { headers, body: 'x' })).toMatchObject({ status: 204 });
  });
});

describe('a member that is not of the resource', () => {
  type Row = [path: string, name: string, detail: string];
  const rows = (path: string, detail: string, ...names: string[]) => names.map((name): Row => [path, name, detail]);
  const meant = (name: string) => `is not a member; did you mean ${name}?`;
  const allowed = `is not a member; allowed: ${Object.keys(createPost?.body ?? {}).join(', ')}`;
  const readOnly = 'is set by the service and cannot be written';

  test.each<[path: string, name: string, detail: string, pointer?: string]>([
    ...rows(posts, meant('content'), 'body', 'text', 'contents', 'contnet'),
    ...rows(posts, meant('title'), 'titel', 'subject', 'Title'),
    ...rows(posts, meant('userId'), 'user_id', 'USERID', 'user', 'author', 'author_id'),
    ...rows(users, meant('email'), 'mail', 'email_address'),
    ...rows(users, meant('name'), 'username', 'full name', 'nmae'),
    // Two changes of five letters are too many, whether they are neighbours or not.
    ...rows(posts, allowed, 'tixxe', 'tixte', 'tilxe', 'ditel', 'tags', '42', 'constructor', '', 'имяtitle'),
    ...rows(posts, readOnly, 'id', 'createdAt', 'updatedAt'),
    [users, 'constructor', 'is not a member; allowed: name, email'],
    [posts, 'a/b~c d%', allowed, '#/a~1b~0c%20d%25'],
    [posts, '\ud800', allowed, '#/%EF%BF%BD'],
    [posts, 'x'.repeat(100), allowed],
    [posts, 'x'.repeat(101), allowed, `#/${'x'.repeat(100)}%E2%80%A6`],
  ])('%s refuses %j, which %s', async (path, name, detail, pointer = `#/${encodeURIComponent(name)}`) => {
    const body = { ...bodyFor(path as typeof posts, 'x'), [name]: 'x' };
    const errors = [{ pointer, detail }];
    expect(await ask(`POST ${path}`, { body })).toMatchObject(problem(400, 'invalid-body', { errors }));
  });
});

describe('the members of a body', () => {
  const [twice, noString] = ['is given more than once', (value: string) => `must be a string, not ${value}`];
  const [title, content] = ['#/title', '#/content'];
  const unknown = 'is not a member; allowed: name, email';
  const [first, tooMany] = [`member0 ${unknown}`, 'has 10001 values; at most 10000 are allowed'];

  test.each<[body: string, ...faults: [pointer: string, detail: string][]]>([
    ['{"title":"a","title":"b","content":"","c\\u006fntent":"x"}', [title, twice], [content, twice]],
    ['{"__proto__":{"title":"Hello"}}', [title, 'is required'], ['#/__proto__', expect.any(String)]],
    ['{"title":null,"content":[]}', [title, noString('null')], [content, noString('Array')]],
    ['{"title":"Hi","content":null}', [content, noString('null')]],
    ['{"title":"Hi","userId":"nobody"}', ['#/userId', 'must be a UUIDv7']],
    ['{"title":{"constructor":{"name":"x"}},"content":7}', [title, noString('Object')], [content, noString('7')]],
    ['{"title":[[]]}', [title, noString('Array')]],
    ...['null', '7', '"title"', 'true', '[]', '[{"title":"Hi"}]'].map((text): [string, [string, string]] => [
      text,
      ['#', 'must be a JSON object'],
    ]),
  ])('%s are refused', async (body, ...faults) => {
    const errors = faults.map(([pointer, detail]) => ({ pointer, detail }));
    expect(await ask('POST /posts', { body })).toMatchObject(problem(400, 'invalid-body', { errors }));
  });

  test.each([
    [99, 100, twice, `${first} (and 99 more errors).`],
    [100, 100, unknown, `${first} (and 100 more errors). The first 100 are listed.`],
    [9996, 100, unknown, `${first} (and 9996 more errors). The first 100 are listed.`],
    [9997, 1, tooMany, `The body ${tooMany}.`],
  ])('are refused up to the first hundred: %i unknown ones, then one given twice', async (length, ...expected) => {
    const others = Array.from({ length }, (_, i) => `"member${i}":1`).join();
    const { body } = await ask('POST /api/v1/users', { body: `{"name":"Ann","name":"Ann","email":"a@b.c",${others}}` });
    expect([body.errors.length, body.errors.at(-1).detail, body.detail]).toEqual(expected);
  });
});

describe('the content of a post', () => {
  const characters = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point));
  const isRefused = (character: string) => /[\p{Cc}\p{Cs}]/u.test(character) && !/[\t\n\r]/.test(character);

  test('keeps every code point that is accepted', async () => {
    const accepted = characters.filter((character) => !isRefused(character));
    for (let start = 0; start < accepted.length; start += 50_000) {
      const content = accepted.slice(start, start + 50_000).join('');
      const { body } = await ask('POST /posts', { body: { title: 'x', content } });
      expect((await ask(`GET /posts/${body.id}`)).body.content === content).toBe(true);
    }
  });
});
