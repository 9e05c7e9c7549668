import { readQuery } from '../../../functions/http/query';
import { UserQuery } from '../../../functions/users/model';
import { cpuMs } from '../../support/time';

test('30,000 unknown parameters take linear processor time, and all of them are counted', () => {
  const errors: Parameters<typeof readQuery>[2] = [];
  const query = Array.from({ length: 30_000 }, (_, index) => `x${index}`).join('&');
  const startedMs = cpuMs();
  readQuery(UserQuery, query, errors);
  expect(cpuMs() - startedMs).toBeLessThan(500);
  expect(errors).toHaveLength(30_000);
});
