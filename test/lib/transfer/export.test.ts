import { exportAll } from '../../../lib/transfer/export';

test('an export follows the pages of users and posts, and then asks for users who came meanwhile', async () => {
  const pages: Record<string, [ids: string[], next?: string]> = {
    '/api/v1/users?limit=100&order=asc': [['1', '2'], '/api/v1/users?limit=100&order=asc&after=2'],
    '/api/v1/users?limit=100&order=asc&after=2': [['3']],
    '/posts?limit=100&order=asc': [['4'], '/posts?limit=100&order=asc&after=4'],
    '/posts?limit=100&order=asc&after=4': [['5']],
    '/api/v1/users?limit=100&order=asc&after=3': [['6']],
  };
  const api = async (_: string, path: string) => {
    const [ids, next] = pages[path] ?? [[]];
    const link = next && `<https://api.example${next}>; rel="next"`;
    return { status: 200, headers: new Headers(link ? { link } : {}), body: ids.map((id) => ({ id })) };
  };
  const written: string[] = [];
  await exportAll(api, { last: {}, write: (lines) => void written.push(...lines.trim().split('\n')) });
  expect(written).toEqual([
    ...['1', '2', '3'].map((id) => `{"user":{"id":"${id}"}}`),
    ...['4', '5'].map((id) => `{"post":{"id":"${id}"}}`),
    '{"user":{"id":"6"}}',
  ]);
});
