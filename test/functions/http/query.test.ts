import fc from 'fast-check';
import { readQuery } from '../../../functions/http/query';
import { PostQuery } from '../../../functions/posts/model';
import { storedPost } from '../../support/table';

test('a query is read as the pairs that URLSearchParams has written', () => {
  const names = fc.constantFrom('limit', 'order', 'after', 'sort', '__proto__', 'a+b', 'é&=%');
  const values = fc.constantFrom('', '5', '100', 'asc', 'desc', storedPost.sk, 'a&b=c', '+%');
  const isRight: Readonly<Record<string, (value: string) => boolean>> = {
    limit: (value) => /^\d+$/.test(value),
    order: (value) => /^(a|de)sc$/.test(value),
    after: (value) => value === storedPost.sk,
  };
  const property = fc.property(fc.array(fc.tuple(names, values)), (pairs) => {
    const errors: Parameters<typeof readQuery>[2] = [];
    const read = readQuery(PostQuery, new URLSearchParams(pairs).toString(), errors);
    const sent = [...new Set(pairs.map(([name]) => name))];
    const valuesOf = (name: string) => pairs.filter(([other]) => other === name).map(([, value]) => value);
    const isSound = (name: string) =>
      Object.hasOwn(isRight, name) && valuesOf(name).length === 1 && isRight[name]?.(String(valuesOf(name)[0]));
    const wrong = sent.filter((name) => !isSound(name));
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(wrong.sort());
    if (wrong.length > 0) return;
    const given = Object.fromEntries(pairs.map(([name, value]) => [name, name === 'limit' ? Number(value) : value]));
    expect(read).toEqual({ limit: 50, order: 'desc', ...given });
  });
  fc.assert(property);
});
