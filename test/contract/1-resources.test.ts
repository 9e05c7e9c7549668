import { useService } from '../support/service';

const { ask } = useService();

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
