import { checkText } from './check-text';

test('texts come back as they were sent, or are refused by name', async () => {
  const run = { seed: 7, assembly: process.env.ASSEMBLY ?? '', progress: () => undefined };
  const findings = await checkText(run, { everyChunk: 16, samples: 10, surrogates: 10 });
  expect(findings.flatMap(({ failures }) => failures)).toEqual([]);
});
