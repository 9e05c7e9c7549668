import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../../support/folder';
import { checkSoak } from './check-soak';

const assembly = process.env.ASSEMBLY ?? '';
const run = { seed: 1, assembly, progress: () => undefined };
const bundle = join(assembly, 'bundles', 'getPost', 'getPost.mjs');

/** The bound of the CPU time is wide, because V8 still compiles after so few requests. */
const small = { requests: 900, warmUp: 300, compared: 300, maxGrowth: 0.02, maxSlowdown: 4, node: process.execPath };
const failuresOf = async (file: string) => {
  const findings = await checkSoak(run, { ...small, functions: [{ name: 'getPost', file }] });
  return findings.map(({ failures }) => failures);
};

/** A function that leaks memory, listeners, timers and sockets, gets slower, and leaves a rejection unhandled. */
const planted = `
  import { connect } from 'node:net';
  import { handler as original } from ${JSON.stringify(pathToFileURL(bundle))};
  const { port } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB);
  const kept = [];
  let served = 0;
  export let sum = 0;
  export const handler = (event, context) => {
    served++;
    kept.push(new Array(2000).fill(served));
    process.on('SIGTERM', () => {});
    setTimeout(() => {}, 600_000);
    if (served % 100 === 0) connect(port, 'localhost');
    if (served > 500) for (let i = 0; i < 5e5; i++) sum += Math.sqrt(i);
    if (served === 450) Promise.reject(new Error('planted'));
    return original(event, context);
  };
`;

test('a deployed function does not leak or slow down over many requests', async () => {
  expect(await failuresOf(bundle)).toEqual([[], [], [], []]);
});

test('the soak finds every planted defect of a function', async () => {
  const file = join(temporaryFolder(), 'getPost.mjs');
  writeFileSync(file, planted);
  expect(await failuresOf(file)).toEqual([
    [expect.stringMatching(/^getPost, \d+\.\d\d MB after 300 requests, \d+\.\d\d MB after 900$/)],
    [
      expect.stringMatching(/^getPost: descriptors were \d+ and are \d+$/),
      expect.stringMatching(/^getPost: resources were .* 300 Timeout and are .*TCPSocketWrap, 900 Timeout$/),
      expect.stringMatching(/^getPost: listeners were \d+ and are \d+$/),
    ],
    [expect.stringMatching(/^getPost, \d+\.\d+ ms a request in the last 300, \d+\.\d+ ms in the first after warm-up$/)],
    [expect.stringMatching(/^getPost: MaxListeners/), 'getPost: unhandled rejection: Error: planted'],
  ]);
});
