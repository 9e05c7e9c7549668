import { decode, sendLine } from '../../lib/verify/http';
import { bare } from '../support/creator';
import { anExpandedChild, aResource, declared, describeFor, shapes } from '../support/declared';
import { nobody, useService } from '../support/service';

const { ask, create, url } = useService();

const codings = ['br', 'gzip'] as const;
const all = [undefined, ...codings];

/** Sends a request that accepts one coding or none, and returns the bytes on the wire. */
const fetchRaw = (path: string, coding?: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendLine(url(), `${method} ${path}`, { headers: { ...(coding && { 'accept-encoding': coding }), ...headers } });

const long = 'word é 😀 " \\ \n'.repeat(3000);

const expanded = anExpandedChild.found;
/** A resource of each shape, because the kit encodes all lists, and the one whose list shows its parents. */
const listed = declared.filter((one) => shapes.includes(one) || one.path === expanded?.path);
const paths = listed.map(({ path }) => (path === expanded?.path ? `${path}?expand=${expanded.parent.noun}` : path));

beforeAll(async () => {
  for (const { resource, long: name, maxLength } of listed) {
    // A page of a resource with a long text has nearly 1 MB.
    const values = name && { [name]: long.slice(0, maxLength) };
    for (let count = 0; count < 20; count++) await create(resource, Object(values));
  }
});

describe.each([...paths, '/openapi.json'])('GET %s', (path) => {
  test('has the same bytes in each coding, after decoding', async () => {
    const plain = await fetchRaw(path);
    expect(plain).toMatchObject({ status: 200, headers: { vary: expect.stringContaining('accept-encoding') } });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    for (const coding of codings) {
      const { status, headers, bytes } = await fetchRaw(path, coding);
      const sent = { 'content-encoding': coding, 'content-length': String(bytes.length) };
      expect({ status, headers }).toMatchObject({ status: 200, headers: sent });
      expect(decode(bytes, coding).equals(plain.bytes)).toBe(true);
      expect(bytes.length).toBeLessThan(0.6 * plain.bytes.length);
    }
  });

  test('has a strong ETag for each coding, and is a 304 for the ETag of the 200 that would be sent', async () => {
    const tags: string[] = [];
    // Three requests at once would start two more instances of the function.
    for (const coding of all) tags.push(String((await fetchRaw(path, coding)).headers.etag));
    expect(new Set(tags).size).toBe(3);
    for (const etag of tags) {
      expect(etag).toMatch(/^"[\w-]+"$/);
      const condition = { 'if-none-match': `"x", W/${etag}` };
      for (const [index, coding] of all.entries()) {
        for (const method of ['GET', 'HEAD']) {
          const { status, headers, bytes } = await fetchRaw(path, coding, condition, method);
          expect([status, headers.etag]).toEqual([etag === tags[index] ? 304 : 200, tags[index]]);
          expect(headers.vary).toContain('accept-encoding');
          if (status === 304) expect([bytes.length, headers['content-encoding']]).toEqual([0, undefined]);
        }
      }
    }
  });

  test('passes If-Match with the ETag of its coding, and fails with this ETag otherwise', async () => {
    const plain = String((await fetchRaw(path)).headers.etag);
    for (const coding of codings) {
      const etag = String((await fetchRaw(path, coding)).headers.etag);
      expect(await fetchRaw(path, coding, { 'if-match': etag })).toMatchObject({ status: 200 });
      expect(await fetchRaw(path, coding, { 'if-match': plain })).toMatchObject({ status: 412, headers: { etag } });
    }
  });
});

describeFor(aResource, 'compression', ({ resource, path, maxLength, long: name }) => {
  test('of a short list, a member, an index and an error never happens', async () => {
    const { Path: own, ETag: etag } = await create(resource, { ...bare(resource), [name]: long.slice(0, maxLength) });
    const headers = { 'accept-encoding': 'br, gzip' };
    for (const asked of [own, '/', `${path}?id=${nobody}`, '/nowhere'])
      expect((await ask(`GET ${asked}`, { headers })).headers).not.toHaveProperty('content-encoding');
    expect(await ask(`GET ${own}`, { headers })).toMatchObject({ headers: { etag } });
  });
});
