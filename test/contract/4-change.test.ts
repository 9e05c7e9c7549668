import { useService } from '../support/service';

const { ask, user, post } = useService();

describe('a post', () => {
  test.each([
    ['PUT', { title: 'A title' }],
    ['PATCH', { content: null, userId: null }],
  ])('gets defaults for what %s leaves out or resets: %j', async (method, body) => {
    const author = await user();
    const { id, title, createdAt, updatedAt, path } = await post({ content: 'old', userId: author.id });
    const changed = await ask(`${method} ${path}`, { body });
    expect(changed.body).toEqual({ id, title, content: '', createdAt, updatedAt: expect.any(String) });
    expect(changed.body.updatedAt >= updatedAt).toBe(true);
    expect(await ask(`DELETE ${author.path}`)).toMatchObject({ status: 204 });
  });
});
