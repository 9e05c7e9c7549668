import { retryAfterPause } from '../awake';
import { checkWire } from './check-wire';

retryAfterPause();

test('the local service answers whatever comes over the wire', async () => {
  const run = { seed: 7, assembly: process.env.ASSEMBLY ?? '', progress: () => undefined };
  const findings = await checkWire(run, { requests: 300 });
  expect(findings.flatMap(({ failures }) => failures)).toEqual([]);
});
