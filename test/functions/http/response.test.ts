import { buildResponse } from '../../../functions/http/response';

test('an answer has no header without a value', () => {
  expect(buildResponse(304, { etag: '"a"', link: undefined }, undefined)).toStrictEqual({
    statusCode: 304,
    headers: { etag: '"a"', 'x-content-type-options': 'nosniff' },
    body: undefined,
  });
});
