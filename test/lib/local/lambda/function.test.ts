import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFunction } from '../../../../lib/local/lambda/function';
import { temporaryFolder } from '../../../support/folder';

test('a close starts no instance for the requests that wait', async () => {
  const file = join(temporaryFolder(), 'hangs.js');
  writeFileSync(file, 'exports.handler = () => new Promise(() => {});');
  let starts = 0;
  const lambda = { id: 'hangs', name: 'hangs', file, exportName: 'handler', environment: {}, policy: [] };
  const hangs = runFunction(
    { ...lambda, memoryMb: 128, timeoutMs: 3000 },
    {
      onLog: () => {},
      get environment() {
        starts++;
        return {};
      },
    },
  );
  const running = Promise.allSettled([1, 2, 3, 4].map(() => hangs.invoke('{}')));
  hangs.invoke('{}');
  await hangs.close();
  await running;
  expect(starts).toBe(4);
});
