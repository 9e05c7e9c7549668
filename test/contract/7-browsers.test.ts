import { startService } from '../support/service';

const { ask, post } = startService();

const origin = 'https://pages.example';
const exposed = [
  ...['accept-patch', 'accept-post', 'allow', 'etag', 'idempotency-replayed', 'link', 'location'],
  ...['preference-applied', 'retry-after', 'x-total-count'],
];
const listed = (value: string | undefined) =>
  value
    ?.split(',')
    .map((name) => name.trim().toLowerCase())
    .sort();

describe('a page of another origin', () => {
  test('may ask before it writes', async () => {
    const headers = {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type,if-match,prefer',
    };
    const answer = await ask('OPTIONS /posts/1', { headers });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(listed(answer.headers['access-control-allow-methods'])).toEqual([
      'delete',
      'get',
      'head',
      'patch',
      'post',
      'put',
    ]);
    expect(listed(answer.headers['access-control-allow-headers'])).toEqual([
      ...['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match', 'prefer'],
    ]);
  });

  test.each(['GET /posts', 'GET /nothing', 'POST /posts'])('may read the answer and its headers: %s', async (line) => {
    const { headers } = await ask(line, { headers: { origin } });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(listed(headers['access-control-expose-headers'])).toEqual(exposed);
  });

  test('can write JSON, and says so by its type', async () => {
    const answer = await ask('POST /posts', { headers: { origin }, body: { title: 'Hi' } });
    expect(answer.status).toBe(201);
  });
});

describe('whoever is not a page', () => {
  test('gets no CORS header', async () => {
    const { path } = await post();
    const { headers } = await ask(`GET ${path}`);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
