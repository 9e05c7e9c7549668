import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { synthesizeInThread } from '../../../../lib/local/assembly/synthesis';
import { serve } from '../../../../lib/local/serve';
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

test('a service is outdated when the stack has other routes, permissions or tables, and not by other code', async () => {
  const service = await serve({ assembly: ASSEMBLY, port: 0, database: {} });
  expect(service.isOutdated(await synthesize())).toBe(false);
  expect(service.isOutdated(await synthesize({ origins: 'https://a.example' }))).toBe(true);
  await service.close();
});
