import { billOf, services } from '../../../lib/cost/bill';
import { formatAssumptions, formatBill, runCost } from '../../../lib/cost/command';
import { readText } from '../../support/sources';

const printed = () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  return { text: () => write.mock.calls.join(''), restore: () => write.mockRestore() };
};
const month = { requests: 10e6, users: 100e3, posts: 1e6, alarmMetrics: 42 };
const sumOf = (bill: ReturnType<typeof billOf>) =>
  bill.reduce((sum, [, dollars]) => sum + services.reduce((part, service) => part + dollars[service], 0), 0);

test('the bill of 10 million requests is the one in the README', async () => {
  const out = printed();
  await runCost(['--requests', '10M', '--users', '100k']);
  const text = out.text();
  out.restore();
  expect(readText('lib/cost/README.md')).toContain(text);
  expect(text).toBe(`${formatAssumptions(month)}\n${formatBill(billOf(month))}\n`);
  expect(text).toMatch(/^US dollars .*: 10,000,000 requests, 100,000 users, 1,000,000 posts, 1 kB each, pages of 50\n/);
});

test.each([
  [10e6, 37],
  [100e6, 300],
])('%i requests a month cost at most %i dollars', (requests, dollars) => {
  expect(sumOf(billOf({ ...month, requests }))).toBeLessThan(dollars);
});

test('a stage without requests costs its alarms, its dashboard and the storage of its data', () => {
  const bill = billOf({ ...month, requests: 0 });
  expect(bill.map(([name]) => name)).toContain('without requests');
  expect(sumOf(bill)).toBeCloseTo(8.35, 2);
});

test.each(['10m', '-5', '1.5', 'many', '1e3'])('--requests %s is refused with what is allowed', async (text) => {
  await expect(runCost([`--requests=${text}`])).rejects.toThrow(`--requests is ${text}; allowed: a whole number`);
});
