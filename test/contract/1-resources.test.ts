import { useService } from '../support/service';

const { ask, user } = useService();

describe('a post', () => {
  const characters = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point));
  const isRefused = (character: string) => /[\p{Cc}\p{Cs}]/u.test(character) && !/[\t\n\r]/.test(character);

  test('keeps every code point that is accepted', async () => {
    const accepted = characters.filter((character) => !isRefused(character));
    for (let start = 0; start < accepted.length; start += 50_000) {
      const content = accepted.slice(start, start + 50_000).join('');
      const { body } = await ask('POST /posts', { body: { title: 'x', content } });
      expect((await ask(`GET /posts/${body.id}`)).body.content === content).toBe(true);
    }
  });
});

test('an id in upper case means the same, and is shown in lower case', async () => {
  const author = await user();
  const upper = author.id.toUpperCase();
  const body = { title: 'Hi', userId: upper };
  const { body: created } = await ask('POST /posts', { body });
  expect(created.userId).toBe(author.id);
  const path = `/posts/${created.id.toUpperCase()}`;
  const replaced = await ask(`PUT ${path}`, { body: { ...body, id: created.id.toUpperCase() } });
  expect(replaced).toMatchObject({ status: 200, body: { id: created.id, userId: author.id } });
  expect((await ask(`PATCH ${path}`, { body: { userId: upper } })).headers.etag).toBe(replaced.headers.etag);
  for (const query of [`userId=${upper}`, `userId=${upper}&order=asc&after=${upper}`])
    expect((await ask(`GET /posts?${query}`)).body).toEqual([replaced.body]);
  expect((await ask(`GET ${path}`)).body).toEqual(replaced.body);
  expect((await ask(`DELETE ${path}`)).status).toBe(204);
});
