import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { synthesizeInThread } from '../../../../lib/local/assembly/synthesis';
import { serve } from '../../../../lib/local/serve';
import { readTemplate } from '../../../../lib/local/template/template';
import { temporaryFolder } from '../../../support/folder';

const { ASSEMBLY = '' } = process.env;
const synthesize = (settings?: Record<string, unknown>) =>
  synthesizeInThread({ outdir: temporaryFolder(), bundles: Promise.resolve(join(ASSEMBLY, 'bundles')), settings });

test('a service is outdated when the stack has other routes, permissions or tables, and not by the same', async () => {
  const service = await serve({ assembly: ASSEMBLY, port: 0, database: {} });
  const same = await synthesize();
  expect(service.isOutdated(same)).toBe(false);
  expect(service.isOutdated(await synthesize({ origins: 'https://a.example' }))).toBe(true);
  await service.close();

  const codeIn = (assembly: string) => readTemplate(assembly).functions.map(({ file }) => readFileSync(file, 'utf8'));
  expect(codeIn(same)).toEqual(codeIn(ASSEMBLY));
});

test('a synthesis with a wrong setting fails with one sentence', async () => {
  await expect(synthesize({ stage: 'X' })).rejects.toMatchObject({
    name: 'Error',
    message: expect.stringMatching(/^Setting "stage" is "X"; allowed: /),
  });
});
