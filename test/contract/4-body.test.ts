import { scan } from '../../functions/kit/http/json';
import { bare } from '../support/creator';
import { aResource, describeFor, describeShapes } from '../support/declared';
import { problem, useService } from '../support/service';

const { ask, create, requestFor } = useService();

const [all, writes, none] = [['POST', 'PUT', 'PATCH'], ['POST', 'PUT'], []] as const;
const page = 'https://pages.example';

describeFor(aResource, 'the type of a body', ({ resource, path, text }) => {
  const unknown = [
    ...['text/html', 'text/json', 'application/jsonp', 'application/ld+jsonp', 'application/ld/x+json', '+json'],
    ...['application/json utf-8', 'application/json, application/json', 'text/plain; charset=us-ascii'],
    ...['application/json;charset=latin1', 'application/json; x=y; charset = "latin1"', 'application/json; charset='],
    ...['utf-16', 'utf-80', 'x-utf-8', 'UTF-8; charset=latin1'].map((set) => `application/json; charset=${set}`),
  ];
  const bodyOf = async () =>
    JSON.stringify(await requestFor(resource, 'create', { ...bare(resource), [text]: 'Grüße' }));
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
      const { Path: own } = await create(resource, bare(resource));
      const response = await ask(`${method} ${method === 'POST' ? path : own}`, { headers, body: await bodyOf() });
      if (readBy.includes(method)) expect(response.body).toMatchObject({ [text]: 'Grüße' });
      else expectRefusal(method, response);
    }
  });

  test.each(['gzip', 'br', 'identity, gzip'])('is not looked at for a body in %s, which is refused', async (coding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding };
    expectRefusal('POST', await ask(`POST ${path}`, { headers, body: await bodyOf() }));
  });

  test('is not checked without a body, nor of a DELETE', async () => {
    const headers = { 'content-type': 'image/png' };
    const { Path: own } = await create(resource, bare(resource));
    expect(await ask(`POST ${path}`, { headers })).toMatchObject(problem(400, 'invalid-json'));
    expect(await ask(`GET ${path}`, { headers })).toMatchObject({ status: 200 });
    expect(await ask(`DELETE ${own}`, { headers, body: 'x' })).toMatchObject({ status: 204 });
  });
});

describeShapes('a member that is not of %s', (_, resource) => {
  const { path } = resource;
  const fields = Object.fromEntries(Object.entries(resource.input).filter(([, { isServerSet }]) => !isServerSet));
  const allowed = `is not a member; allowed: ${Object.keys(fields).join(', ')}`;
  const readOnly = 'is set by the service and cannot be written';
  const aliases = Object.entries(fields).flatMap(([name, field]) => {
    // A name of two letters has no similar one.
    const similar = name.length < 3 || `${name}s` in fields ? [] : [`${name}s`];
    return [name.toUpperCase(), ...similar, ...(field.aliases ?? [])].map((alias) => [alias, name] as const);
  });

  test.each<[name: string, detail: string, pointer?: string]>([
    ...aliases.map(([alias, name]): [string, string] => [alias, `is not a member; did you mean ${name}?`]),
    ...['id', 'createdAt', 'updatedAt'].map((name): [string, string] => [name, readOnly]),
    ...['42', 'constructor', '', 'x'.repeat(100)].map((name): [string, string] => [name, allowed]),
    ['a/b~c d%', allowed, '#/a~1b~0c%20d%25'],
    ['\ud800', allowed, '#/%EF%BF%BD'],
    ['x'.repeat(101), allowed, `#/${'x'.repeat(100)}%E2%80%A6`],
  ])('is refused: %j, which %s', async (name, detail, pointer = `#/${encodeURIComponent(name)}`) => {
    const body = { ...(await requestFor(resource, 'create', bare(resource))), [name]: 'x' };
    const errors = [{ pointer, rule: detail.startsWith('is set') ? 'read-only' : 'unknown', detail }];
    expect(await ask(`POST ${path}`, { body })).toMatchObject(problem(400, 'invalid-body', { errors }));
  });
});

describeFor(aResource, 'the members of a body', ({ resource, path, input, writable, text, long }) => {
  const [first, twice] = [`#/${text}`, 'is given more than once'];
  const unknown = `is not a member; allowed: ${writable.join(', ')}`;
  /** Puts members before the others that a body must have. */
  const withOthers = async (members: string) => {
    const others = await requestFor(resource, 'create', { ...bare(resource), [text]: undefined });
    return `{${[members, JSON.stringify(others).slice(1, -1)].filter(Boolean).join()}}`;
  };

  test.each<[members: string, ...faults: [pointer: string, detail: unknown, rule?: string][]]>([
    [`"${text}":"a","${text}":"b"`, [first, twice]],
    [`"${text}":"a","\\u00${text.charCodeAt(0).toString(16)}${text.slice(1)}":"x"`, [first, twice]],
    [`"__proto__":{"${text}":"Hello"}`, [first, 'is required', 'required'], ['#/__proto__', expect.any(String)]],
    [`"${text}":{"constructor":{"name":"x"}}`, [first, 'must be a string, not Object']],
  ])('%s are refused', async (members, ...faults) => {
    const errors = faults.map(([pointer, detail, rule = expect.any(String)]) => ({ pointer, rule, detail }));
    const body = await withOthers(members);
    expect(await ask(`POST ${path}`, { body })).toMatchObject(problem(400, 'invalid-body', { errors }));
  });

  test.each(['null', '7', `"${text}"`, 'true', '[]', `[{"${text}":"Hi"}]`])('are no %s', async (body) => {
    const errors = [{ pointer: '#', detail: 'must be a JSON object' }];
    expect(await ask(`POST ${path}`, { body })).toMatchObject(problem(400, 'invalid-body', { errors }));
  });

  test.each([
    [1, 2, twice, `member0 ${unknown} (and 1 more error).`],
    [99, 100, twice, `member0 ${unknown} (and 99 more errors).`],
    [100, 100, unknown, `member0 ${unknown} (and 100 more errors). The first 100 are listed.`],
    ['most', 100, unknown, expect.stringContaining(' The first 100 are listed.')],
    ['too many', 1, 'has more than 10000 values; send fewer', expect.stringContaining('more than 10000 values')],
  ])('are refused up to the first hundred: %s unknown ones, then one given twice', async (number, ...expected) => {
    const repeated = `"${text}":"Ann","${text}":"Ann"`;
    const room = 10_000 - scan(await withOthers(repeated)).values;
    const length = typeof number === 'number' ? number : room + Number(number !== 'most');
    const others = Array.from({ length }, (_, i) => `"member${i}":1`);
    const { body } = await ask(`POST ${path}`, { body: await withOthers([repeated, ...others].join()) });
    expect([body.errors.length, body.errors.at(-1).detail, body.detail]).toEqual(expected);
  });

  test('get hints for the first ten only, because a hint for each of a hundred takes 160 ms', async () => {
    const members = Array.from({ length: 12 }, (_, i) => `"${text}${i || ''}":"Ann"`).join();
    const { body } = await ask(`POST ${path}`, { body: await withOthers(members) });
    const details = [...Array<string>(10).fill(`is not a member; did you mean ${text}?`), unknown];
    expect(body.errors).toEqual(details.map((detail) => expect.objectContaining({ detail })));
  });

  test('keep every code point that is accepted', async () => {
    const characters = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point));
    const isRefused = (character: string) => /[\p{Cc}\p{Cs}]/u.test(character) && !/[\t\n\r]/.test(character);
    const accepted = characters.filter((character) => !isRefused(character));
    const { maxLength = 0 } = input[long] ?? {};
    // A short text shows a part of them.
    for (let start = 0; start < Math.min(accepted.length, 40 * maxLength); start += maxLength) {
      const value = accepted.slice(start, start + maxLength).join('');
      const { Path: own } = await create(resource, { ...bare(resource), [long]: value });
      expect((await ask(`GET ${own}`)).body[long] === value).toBe(true);
    }
  });
});
