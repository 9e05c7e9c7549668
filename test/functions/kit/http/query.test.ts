import { readQuery } from '../../../../functions/kit/http/query';
import { askThings } from '../things';

test('the values of unknown parameters are not read, because reading 3,300 takes quadratic time', () => {
  const getAll = jest.spyOn(URLSearchParams.prototype, 'getAll');
  const errors: Parameters<typeof readQuery>[2] = [];
  readQuery({}, Array.from({ length: 3300 }, (_, index) => `x${index}`).join('&'), errors);
  expect([errors.length, getAll.mock.calls]).toEqual([3300, []]);
});

test.each(['0x5', '05', '%205', '+5', '1e', '5.5'])('a parameter that is an integer refuses %s', async (sent) => {
  const { status, body } = await askThings(`GET /things?serial=${sent}`);
  const detail = `must be an integer, not ${sent === '5.5' ? sent : 'a string'}`;
  expect([status, body.errors]).toEqual([400, [{ parameter: 'serial', rule: 'type', detail }]]);
});
