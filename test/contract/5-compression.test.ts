import { decode, exchange } from '../support/http';
import { useService } from '../support/service';

const { ask, post, user, url } = useService();

const codings = ['br', 'gzip'] as const;
type Coding = (typeof codings)[number] | undefined;
const all: Coding[] = [undefined, ...codings];

const accepting = (coding: Coding, more: Record<string, string> = {}) => ({
  ...(coding && { 'accept-encoding': coding }),
  ...more,
});

/** Sends a request, and returns the bytes on the wire. */
const fetchRaw = (path: string, coding: Coding, { method = 'GET', ...headers }: Record<string, string> = {}) =>
  exchange(url(), { method, path, headers: accepting(coding, headers) });

let seed = 7;
const random = (max: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % max;
};
const alphabet = ['word ', 'é', '😀', '"', '\\', '\n', 'Lorem ipsum ', '0', 'z'];
const textOf = (length: number) =>
  Array.from({ length }, () => alphabet[random(alphabet.length)])
    .join('')
    .slice(0, length)
    // A lone surrogate would be refused.
    .replace(/[\uD800-\uDBFF]$/, 'x');

beforeAll(async () => {
  for (let count = 0; count < 30; count++) {
    await post({ content: textOf(1000) });
    await user();
  }
}, 30_000);

const paths = ['/posts', '/posts?expand=user&order=asc', '/api/v1/users', '/openapi.json'];

describe.each(paths)('GET %s', (path) => {
  test('has the same bytes in each coding, after decoding', async () => {
    const [plain, ...compressed] = await Promise.all(all.map((coding) => fetchRaw(path, coding)));
    expect(plain).toMatchObject({ status: 200 });
    expect(plain?.headers).not.toHaveProperty('content-encoding');
    for (const [index, { status, headers, bytes }] of compressed.entries()) {
      const coding = codings[index];
      expect([status, headers['content-encoding']]).toEqual([200, coding]);
      expect(decode(bytes, coding).equals(plain?.bytes ?? Buffer.alloc(0))).toBe(true);
      expect(bytes.length).toBeLessThan(0.6 * (plain?.bytes.length ?? 0));
      expect(headers['content-length']).toBe(String(bytes.length));
    }
  });

  test('has an ETag for each coding, each strong and the same in every response', async () => {
    const tags = await Promise.all(all.map(async (coding) => (await fetchRaw(path, coding)).headers.etag));
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    expect(await Promise.all(all.map(async (coding) => (await fetchRaw(path, coding)).headers.etag))).toEqual(tags);
  });

  test('is a 304 for the ETag of the 200 that would be sent, and for no other', async () => {
    const tags = await Promise.all(all.map(async (coding) => String((await fetchRaw(path, coding)).headers.etag)));
    for (const [index, asked] of all.entries()) {
      for (const etag of tags) {
        for (const method of ['GET', 'HEAD']) {
          const { status, headers, bytes } = await fetchRaw(path, asked, { method, 'if-none-match': `"x", W/${etag}` });
          expect([status, headers.etag]).toEqual([etag === tags[index] ? 304 : 200, tags[index]]);
          expect(headers.vary).toContain('accept-encoding');
          if (status === 304) expect([bytes.length, headers['content-encoding']]).toEqual([0, undefined]);
        }
      }
    }
  });

  test('passes If-Match with the ETag of its coding, and fails with this ETag otherwise', async () => {
    const plain = String((await fetchRaw(path, undefined)).headers.etag);
    for (const coding of codings) {
      const etag = String((await fetchRaw(path, coding)).headers.etag);
      expect(await fetchRaw(path, coding, { 'if-match': etag })).toMatchObject({ status: 200 });
      const refused = await fetchRaw(path, coding, { 'if-match': plain });
      expect([refused.status, refused.headers.etag]).toEqual([412, etag]);
    }
  });

  test('has a HEAD with the headers of GET, and no body', async () => {
    for (const coding of all) {
      const [get, head] = [await fetchRaw(path, coding), await fetchRaw(path, coding, { method: 'HEAD' })];
      const { date: _, 'apigw-requestid': __, ...expected } = get.headers;
      expect(head.headers).toMatchObject(expected);
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      expect(get.headers.vary).toContain('accept-encoding');
    }
  });

  test.each([
    // The gateway refuses more than 10,240 bytes of headers.
    ['a list of 10,000 bytes', 'zstd, gzip, '.repeat(900).slice(0, 10_000), 'gzip'],
    ['a word of 10,000 bytes', 'x'.repeat(10_000), undefined],
    ['no valid weight', 'br;q=7, gzip;q=-1', undefined],
    ['no coding that is offered', 'br;q=0, zstd', undefined],
    ['no word', ';;,,"=', undefined],
  ])('takes an Accept-Encoding of %s', async (_, accepted, coding) => {
    const { status, headers } = await fetchRaw(path, undefined, { 'accept-encoding': accepted });
    expect([status, headers['content-encoding']]).toEqual([200, coding]);
  });
});

test('pages of any size up to 1 MB are the same in each coding', async () => {
  for (const length of [1, 400, 9_000, 50_000]) {
    const ids = [];
    for (let count = 0; count < 20; count++) ids.push((await post({ content: textOf(length) })).id);
    const path = `/posts?${ids.map((id) => `id=${id}`).join('&')}`;
    const plain = await fetchRaw(path, undefined);
    for (const coding of codings) {
      const { headers, bytes } = await fetchRaw(path, coding);
      expect(headers['content-encoding']).toBe(coding);
      expect(decode(bytes, coding).equals(plain.bytes)).toBe(true);
    }
  }
}, 60_000);

test('a short list, a member, an index and an error are never compressed', async () => {
  const { path } = await post({ content: textOf(50_000) });
  const headers = { 'accept-encoding': 'br, gzip' };
  for (const asked of [
    path,
    '/',
    '/api/v1/users?email=nobody@example.com',
    '/posts?id=01890000-0000-7000-8000-000000000000',
    '/nowhere',
  ])
    expect((await ask(`GET ${asked}`, { headers })).headers).not.toHaveProperty('content-encoding');
  const member = await ask(`GET ${path}`, { headers });
  expect(await ask(`PATCH ${path}`, { headers: { 'if-match': String(member.headers.etag) }, body: {} })).toMatchObject({
    status: 200,
  });
});
