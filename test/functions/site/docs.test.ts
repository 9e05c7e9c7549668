import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { handler } from '../../../functions/site/docs';
import { eventOf, respondTo } from '../../support/event';
import { invalid } from '../../support/responses';
import { mockTable } from '../../support/table';

const table = mockTable();
afterEach(() => expect(table.sent()).toEqual([]));

const get = (headers = {}) => respondTo(handler, eventOf('GET /docs', { headers }));

describe('GET /docs', () => {
  test('answers the same page with gzip and without, by Accept-Encoding', async () => {
    const { body: plain = '', headers: plainHeaders, isBase64Encoded } = await get();
    const { body = '', ...compressed } = await get({ 'accept-encoding': 'br, gzip' });
    expect(plain).toMatch(/^<!doctype html>/);
    expect(isBase64Encoded).not.toBe(true);
    expect(plainHeaders?.['content-encoding']).toBeUndefined();
    expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toBe(plain);
    expect(compressed).toEqual({
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
    expect(compressed.headers?.etag).not.toBe(plainHeaders?.etag);
  });

  test.each([
    ['gzip;q=0.5', true],
    ['*', true],
    ['x-gzip', true],
    ['gzip; q=0.000', false],
    ['gzip;q=0, *', false],
    ['br, *;q=0.1', true],
    ['*;q=0, GZIP', true],
    ['', false],
  ])('with Accept-Encoding: %s is compressed: %p', async (accepted, isCompressed) => {
    const { headers } = await get({ 'accept-encoding': accepted });
    expect(headers?.['content-encoding'] === 'gzip').toBe(isCompressed);
  });

  test('answers 412 when If-Match has another ETag', async () => {
    const { statusCode, headers } = await get({ 'if-match': '"old"' });
    expect([statusCode, headers?.etag]).toEqual([412, (await get()).headers?.etag]);
  });

  test('allows its own scripts and styles, and no others', async () => {
    const { body = '', headers } = await get();
    const policy = String(headers?.['content-security-policy']);
    const hash = (source = '') => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
    const scripts = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, source]) => hash(source));
    const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, source]) => hash(source));
    expect(policy).toContain(`script-src ${scripts.join(' ')};`);
    expect(policy).toContain(`style-src ${styles.join(' ')};`);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toContain('unsafe');
  });

  test('answers 400 to a parameter', async () => {
    const { body } = await respondTo(handler, eventOf('GET /docs', { query: 'page=1' }));
    const detail = 'is not a parameter; this route takes none';
    expect(JSON.parse(body ?? '')).toEqual(invalid('query', { parameter: 'page', detail }).body);
  });
});
