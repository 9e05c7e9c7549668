import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { synthesizeInThread } from '../../../../lib/local/assembly/synthesis';
import { readTemplate } from '../../../../lib/local/template/template';
import { temporaryFolder } from '../../../support/folder';

const { ASSEMBLY = '' } = process.env;
const synthesize = (settings?: Record<string, unknown>) =>
  synthesizeInThread({ outdir: temporaryFolder(), bundles: Promise.resolve(join(ASSEMBLY, 'bundles')), settings });

test('a synthesis during the build gives the same template as a synthesis after the build', async () => {
  const read = (assembly: string) => {
    const { functions, ...rest } = readTemplate(assembly);
    return {
      ...rest,
      functions: functions.map(({ file, ...each }) => ({ ...each, code: readFileSync(file, 'utf8') })),
    };
  };
  expect(read(await synthesize())).toEqual(read(ASSEMBLY));
});

test('a synthesis with a wrong setting fails with one sentence', async () => {
  await expect(synthesize({ stage: 'X' })).rejects.toMatchObject({
    name: 'Error',
    message: expect.stringMatching(/^Setting "stage" is "X"; allowed: /),
  });
});
