import { readQuery } from '../../../../functions/kit/http/query';

test('the values of unknown parameters are not read, because reading 3,300 takes quadratic time', () => {
  const getAll = jest.spyOn(URLSearchParams.prototype, 'getAll');
  const errors: Parameters<typeof readQuery>[2] = [];
  readQuery({}, Array.from({ length: 3300 }, (_, index) => `x${index}`).join('&'), errors);
  expect([errors.length, getAll.mock.calls]).toEqual([3300, []]);
});
