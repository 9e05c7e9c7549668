import { checkText } from './check-text';

test('the service returns accepted texts unchanged, and names the field of a refused text', async () => {
  const run = { seed: 7, assembly: process.env.ASSEMBLY ?? '', progress: () => undefined };
  const findings = await checkText(run, { everyChunk: 16, samples: 10, surrogates: 10 });
  expect(findings.flatMap(({ failures }) => failures)).toEqual([]);
});
