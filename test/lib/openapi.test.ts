import { describeService } from '../../functions/site/openapi/document';
import { printOpenApi } from '../../lib/openapi';

test('the document is printed as it is served, with the settings of the stage', async () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const printed = async (...args: string[]) => {
    write.mockClear();
    await printOpenApi(args);
    return JSON.parse(write.mock.calls.join(''));
  };
  const servedWith = (settings: object) => JSON.parse(JSON.stringify(describeService(settings)));
  const issuer = 'https://login.example';
  expect(await printed()).toEqual(servedWith({}));
  expect(await printed('--issuer', issuer, '--ownership', '--scope-prefix', 'posts/')).toEqual(
    servedWith({ issuer, ownership: true, scopePrefix: 'posts/' }),
  );
  for (const args of [['--ownership'], ['--scope-prefix', 'posts/']])
    await expect(printOpenApi(args)).rejects.toThrow(
      '--ownership and --scope-prefix are allowed only together with --issuer',
    );
  write.mockRestore();
});
