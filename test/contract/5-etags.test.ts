import { useService } from '../support/service';

const { ask, post } = useService();

test('an ETag of a list changes with the list, and when another page follows', async () => {
  await post();
  const { length } = (await ask('GET /posts?limit=100')).body;
  for (const path of [`/posts?order=asc&limit=${length}`, '/posts']) {
    const { etag } = (await ask(`GET ${path}`)).headers;
    const unchanged = { headers: { 'if-none-match': String(etag) } };
    const headers = { etag, 'cache-control': 'no-cache' };
    expect(await ask(`GET ${path}`, unchanged)).toMatchObject({ status: 304, text: '', headers });
    await post();
    expect(await ask(`GET ${path}`, unchanged)).toMatchObject({ status: 200 });
  }
});
