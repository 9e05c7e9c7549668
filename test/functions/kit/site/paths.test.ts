import { matchesPath } from '../../../../functions/kit/site/paths';

test.each([
  ['/posts/{id}/title', '/posts/1/title', true],
  ['/posts/{id}/title', '/posts//title', false],
  ['/posts/{id}', '/posts/1//', true],
  ['/posts/{id}', '/posts', false],
  ['/posts', '/posts/1', false],
  ['/', '//', true],
])('the path %s and the address %s match: %p', (path, address, isMatch) => {
  expect(matchesPath(path, address)).toBe(isMatch);
});
