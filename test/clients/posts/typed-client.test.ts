import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import createClient from 'openapi-fetch';
import { useService } from '../../support/service';
import type { components, paths } from '../api';

const { url } = useService();

describe('the client with the types of openapi-typescript', () => {
  const client = () => createClient<paths>({ baseUrl: url() });

  /** Creates a post. tsc holds its type against that of the description. */
  const createPost = async (body: components['schemas']['PostInput']): Promise<components['schemas']['Post']> => {
    const { data, error } = await client().POST('/posts', { body });
    if (!data) throw new Error(JSON.stringify(error));
    return data;
  };

  /** Reads the code of a problem. A response of the gateway has no code. */
  const codeOf = ({ error }: { error?: components['schemas']['Problem'] | components['schemas']['Message'] }) =>
    error?.code;

  test('has types without `& unknown`', () => {
    expect(readFileSync(join(__dirname, '../api.ts'), 'utf8')).not.toContain('& unknown');
  });

  test('creates, replaces with If-Match, changes and deletes a post', async () => {
    const { id, title }: { id: string; title: string } = await createPost({ title: 'One' });
    const path = { id };
    const got = await client().GET('/posts/{id}', { params: { path } });
    expect(got.data).toMatchObject({ title });
    const replace = (title: string) => {
      const header = { 'If-Match': got.response.headers.get('etag') ?? '' };
      return client().PUT('/posts/{id}', { params: { path, header }, body: { title } });
    };
    expect((await replace('Two')).data).toMatchObject({ title: 'Two' });
    expect(codeOf(await replace('Three'))).toBe('stale');
    const patch = { params: { path }, body: { content: 'More' }, bodySerializer: JSON.stringify };
    expect((await client().PATCH('/posts/{id}', patch)).data).toMatchObject({ title: 'Two', content: 'More' });
    expect((await client().DELETE('/posts/{id}', { params: { path } })).response.status).toBe(204);
    expect(codeOf(await client().GET('/posts/{id}', { params: { path } }))).toBe('not-found');
  });

  test('lists the posts of an author, a time range with authors, and posts by id', async () => {
    const { data: author } = await client().POST('/api/v1/users', {
      body: { name: 'Ada', email: 'ada@typed.example' },
    });
    if (!author) throw new Error('The user was not created');
    const [user, expand] = [{ id: author.id, name: 'Ada' }, 'user' as const];
    const [plain, signed] = [await createPost({ title: 'P' }), await createPost({ title: 'S', userId: author.id })];
    const header = { Prefer: 'count=exact' };
    const own = { userId: author.id, limit: 2, order: 'asc' as const, after: plain.id };
    const { data, response } = await client().GET('/posts', { params: { query: own, header } });
    expect([data, response.headers.get('x-total-count')]).toEqual([[signed], '1']);
    const range = { createdSince: author.createdAt, order: 'asc' as const, expand };
    const listed = await client().GET('/posts', { params: { query: range } });
    expect(listed.data).toEqual([plain, { ...signed, user }]);
    const byId = await client().GET('/posts', { params: { query: { id: [signed.id, plain.id], expand } } });
    expect(byId.data).toEqual([{ ...signed, user }, plain]);
    // A post without an author has the type of a listed post, because `user` is optional.
    const withoutUser: components['schemas']['ListedPost'] = plain;
    // @ts-expect-error A client has to ask whether there is a `user`.
    expect(() => withoutUser.user.name).toThrow(TypeError);
  });
});
