import { checkWire } from './check-wire';

// A call in a worker thread takes a pause of the machine for a timeout and answers 503. Every first failure is logged.
jest.retryTimes(3, { logErrorsBeforeRetry: true });

test('the local service answers whatever comes over the wire', async () => {
  const run = { seed: 7, assembly: process.env.ASSEMBLY ?? '', progress: () => undefined };
  const findings = await checkWire(run, { requests: 150 });
  expect(findings.flatMap(({ failures }) => failures)).toEqual([]);
});
