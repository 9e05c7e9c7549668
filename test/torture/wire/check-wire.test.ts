import { checkWire } from './check-wire';

// A pause of the machine looks like a timeout of a call in a worker thread, and becomes a 503. So a failed run repeats.
jest.retryTimes(3, { logErrorsBeforeRetry: true });

test('the local service answers every message from a connection without a 5xx', async () => {
  const run = { seed: 7, assembly: process.env.ASSEMBLY ?? '', progress: () => undefined };
  const findings = await checkWire(run, { requests: 150 });
  expect(findings.flatMap(({ failures }) => failures)).toEqual([]);
});
