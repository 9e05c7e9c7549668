import { describeService } from '../../functions/site/openapi/document';
import { printed } from '../../lib/openapi';

test('the document is printed as it is served, with the settings of the stage', () => {
  const servedWith = (settings: object) => JSON.parse(JSON.stringify(describeService(settings)));
  const issuer = 'https://login.example';
  expect(JSON.parse(printed([]))).toEqual(servedWith({}));
  expect(JSON.parse(printed(['--issuer', issuer, '--ownership', '--scope-prefix', 'posts/']))).toEqual(
    servedWith({ issuer, ownership: true, scopePrefix: 'posts/' }),
  );
  for (const args of [['--ownership'], ['--scope-prefix', 'posts/']])
    expect(() => printed(args)).toThrow('--ownership and --scope-prefix are allowed only together with --issuer');
  expect(printed(['--help'])).toContain('--ownership');
});
