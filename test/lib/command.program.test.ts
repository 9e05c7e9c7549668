import { spawnSync } from 'node:child_process';
import { root } from '../../lib/root';

const refusal = 'npm took options for itself; type:';

test.each([
  ['npm run -s cost --requests=10M', `${refusal} npm run cost -- --requests 10M\n`],
  ['npm run -s synth -c stage=prod 2>&1 | head -1', `${refusal} npm run synth -- -c stage=prod\n`],
  ['npm run -s openapi | head -1', '{\n'],
])('%s prints %j and no more', (line, printed) => {
  // Leaves out the variables of the npm that runs this test.
  const env = { PATH: process.env.PATH };
  expect(spawnSync('sh', ['-c', `(${line}) 2>&1`], { cwd: root, env, encoding: 'utf8' }).stdout).toBe(printed);
});
