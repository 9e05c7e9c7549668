import { matchesPath } from '../../../../functions/kit/site/paths';

test.each([
  ['/things/{id}/text', '/things/1/text', true],
  ['/things/{id}/text', '/things//text', false],
  ['/things/{id}', '/things/1//', true],
  ['/things/{id}', '/things', false],
  ['/things', '/things/1', false],
  ['/', '//', true],
])('the path %s and the address %s match: %p', (path, address, isMatch) => {
  expect(matchesPath(path, address)).toBe(isMatch);
});
