import createClient from 'openapi-fetch';
import { useService } from '../support/service';
import type { components, paths } from './api';

const { url } = useService();
const client = () => createClient<paths>({ baseUrl: url() });

let users = 0;
const user = async (): Promise<components['schemas']['User']> => {
  const body = { name: 'Ada', email: `ada-${++users}@typed.example` };
  const { data, error } = await client().POST('/api/v1/users', { body });
  if (!data) throw new Error(JSON.stringify(error));
  return data;
};
const post = async (body: components['schemas']['PostInput']): Promise<components['schemas']['Post']> => {
  const { data, error } = await client().POST('/posts', { body });
  if (!data) throw new Error(JSON.stringify(error));
  return data;
};

/** Reads the code of a problem. A response of the gateway has no code. */
const codeOf = ({ error }: { error?: components['schemas']['Problem'] | components['schemas']['Message'] }) =>
  error?.code;

describe('the typed client', () => {
  test('creates, replaces with If-Match, changes and deletes a post', async () => {
    const author = await user();
    const { id } = await post({ title: 'One', userId: author.id });
    const params = { path: { id } };
    const got = await client().GET('/posts/{id}', { params });
    expect(got.data).toMatchObject({ title: 'One', userId: author.id });
    const header = { 'If-Match': got.response.headers.get('etag') ?? '' };
    const replaced = await client().PUT('/posts/{id}', {
      params: { ...params, header },
      body: { title: 'Two' },
    });
    expect(replaced.data?.title).toBe('Two');
    expect(codeOf(await client().PUT('/posts/{id}', { params: { ...params, header }, body: { title: 'Three' } }))).toBe(
      'stale',
    );
    const changed = await client().PATCH('/posts/{id}', {
      params,
      body: { content: 'More' },
      bodySerializer: JSON.stringify,
    });
    expect(changed.data).toMatchObject({ title: 'Two', content: 'More' });
    expect((await client().DELETE('/posts/{id}', { params })).response.status).toBe(204);
    expect(codeOf(await client().GET('/posts/{id}', { params }))).toBe('not-found');
  });

  test('walks a list by its links', async () => {
    const { id: userId } = await user();
    for (const title of ['a', 'b', 'c', 'd', 'e']) await post({ title, userId });
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const query = { userId, limit: 2, order: 'asc' as const, ...(after && { after }) };
      const { data = [], response } = await client().GET('/posts', {
        params: { query, header: { Prefer: 'count=exact' } },
      });
      expect(response.headers.get('x-total-count')).toBe('5');
      seen.push(...data.map(({ title }) => title));
      if (!response.headers.get('link')?.includes('rel="next"')) break;
      after = data.at(-1)?.id;
    }
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('lists a time range with authors, and reads posts by id', async () => {
    const { id: userId, createdAt: createdSince } = await user();
    const plain = await post({ title: 'Plain' });
    const signed = await post({ title: 'Signed', userId });
    const range = { createdSince, expand: 'user' as const, order: 'asc' as const };
    const listed = await client().GET('/posts', { params: { query: range } });
    const query = { id: [signed.id, plain.id], expand: 'user' as const };
    const { data } = await client().GET('/posts', { params: { query } });
    const author = { id: userId, name: 'Ada' };
    expect(listed.data).toEqual([plain, { ...signed, user: author }]);
    expect(data).toEqual([{ ...signed, user: author }, plain]);
    // A post without an author has the type of a listed post, because `user` is optional.
    const withoutUser: components['schemas']['ListedPost'] = plain;
    // @ts-expect-error A client has to ask whether there is a `user`.
    expect(() => withoutUser.user.name).toThrow(TypeError);
  });
});
