import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { handler } from '../../../functions/site/docs';
import { eventOf, respondTo } from '../../support/event';
import { mockTable } from '../../support/table';

const table = mockTable();
afterEach(() => expect(table.sent()).toEqual([]));

const get = (headers = {}) => respondTo(handler, eventOf('GET /docs', { headers }));

describe('GET /docs', () => {
  test('answers the page with gzip', async () => {
    const { body, ...response } = await get({ 'accept-encoding': 'br, gzip' });
    expect(gunzipSync(Buffer.from(body ?? '', 'base64')).toString()).toMatch(/^<!doctype html>.*<script>/s);
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
    const zipped = (await get({ 'accept-encoding': 'gzip' })).body ?? '';
    const page = gunzipSync(Buffer.from(zipped, 'base64')).toString();
    expect(brotliDecompressSync(Buffer.from(body, 'base64')).toString()).toBe(page);
  });

  test.each(['', 'gzip; q=0.000', '*;q=0', 'deflate'])(
    'answers a small page with Accept-Encoding: %s',
    async (accepted) => {
      const { statusCode, headers, body = '' } = await get({ 'accept-encoding': accepted });
      expect([statusCode, headers?.['content-encoding'], body.length < 300]).toEqual([200, undefined, true]);
      expect(body).toContain('Accept-Encoding: gzip');
    },
  );

  test('allows its own scripts and styles, and no others', async () => {
    const { body: zipped = '', headers } = await get({ 'accept-encoding': 'gzip' });
    const body = gunzipSync(Buffer.from(zipped, 'base64')).toString();
    const policy = String(headers?.['content-security-policy']);
    const hash = (source = '') => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
    const scripts = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, source]) => hash(source));
    const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, source]) => hash(source));
    expect(policy).toContain(`script-src ${scripts.join(' ')};`);
    expect(policy).toContain(`style-src ${styles.join(' ')};`);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toContain('unsafe');
  });

  test('ignores its query', async () => {
    expect(await respondTo(handler, eventOf('GET /docs', { query: 'utm_source=x' }))).toEqual(await get());
  });
});
