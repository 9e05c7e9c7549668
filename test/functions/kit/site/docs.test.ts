import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { handler } from '../../../../functions/kit/site/docs';
import { eventOf, invoke, respondTo } from '../../../support/unit/event';
import { mockTable } from '../../../support/unit/table';

mockTable();

const request = (headers = {}, query = '') => eventOf('GET /docs', { headers, query });
const get = (headers = {}) => respondTo(handler, request(headers));
const gzip = { 'accept-encoding': 'br, gzip' };

describe('GET /docs', () => {
  test('answers the page with gzip, in at most 1.5 MB', async () => {
    const { body = '', ...response } = await get(gzip);
    const zipped = Buffer.from(body, 'base64');
    expect(zipped.length).toBeLessThan(1_500_000);
    expect(gunzipSync(zipped).toString()).toMatch(/^<!doctype html>.*<script>/s);
    expect(response).toEqual({
      statusCode: 200,
      headers: {
        etag: expect.stringMatching(/^"[\w-]{22}"$/),
        'cache-control': 'public, max-age=300',
        'content-encoding': 'gzip',
        'content-security-policy': expect.any(String),
        'content-type': 'text/html; charset=utf-8',
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
      },
      isBase64Encoded: true,
    });
  });

  test('answers the same page with br to a client that does not take gzip', async () => {
    const { body = '', headers } = await get({ 'accept-encoding': 'br, gzip;q=0' });
    expect(headers?.['content-encoding']).toBe('br');
    const { body: page } = await invoke(handler, request(gzip));
    expect(brotliDecompressSync(Buffer.from(body, 'base64')).toString()).toBe(page);
  });

  test.each(['', '*;q=0', 'deflate'])('answers a small page with Accept-Encoding: %s', async (accepted) => {
    const { statusCode, headers, body = '' } = await get({ 'accept-encoding': accepted });
    expect([statusCode, headers?.['content-encoding'], body.length < 300]).toEqual([200, undefined, true]);
    expect(body).toContain('Accept-Encoding: gzip');
  });

  test('allows its own scripts and styles, and no others', async () => {
    const { body, headers } = await invoke(handler, request(gzip));
    const policy = String(headers?.['content-security-policy']);
    const hash = (source = '') => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
    const hashesOf = (tag: RegExp) => [...body.matchAll(tag)].map(([, source]) => hash(source)).join(' ');
    expect(policy).toContain(`script-src ${hashesOf(/<script>(.*?)<\/script>/gs)};`);
    expect(policy).toContain(`style-src ${hashesOf(/<style>(.*?)<\/style>/gs)};`);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toContain('unsafe');
  });

  test('ignores its query', async () => {
    expect(await respondTo(handler, request(gzip, 'utm_source=x'))).toEqual(await get(gzip));
  });
});
