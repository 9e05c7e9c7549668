import Ajv from 'ajv/dist/2020';
import { resources } from '../../../../functions/resources';
import { describeService } from '../../../../functions/site/openapi/document';
import { creatorOf } from '../../../support/every-resource';
import { useService } from '../../../support/service';

const { ask } = useService();

type Parameter = { readonly name: string; readonly in: string; readonly description: string; readonly schema: object };
type Operation = { readonly parameters: readonly Parameter[] };

const paths: Record<string, Record<string, object>> = describeService().paths;
const documented = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [method.toUpperCase(), path, operation as Operation] as const),
);

/** Returns the operations that have all these parameters. */
const having = (...names: string[]) =>
  documented
    .map(([method, path, { parameters }]) => {
      return [method, path, names.map((name) => parameters.find((parameter) => parameter.name === name))] as const;
    })
    .filter(([, , found]) => found.every(Boolean));

/** Validates without formats, which Ajv does not know. Compiles each schema once. */
const ajv = new Ajv({ strict: false });
const isValid = (parameter: Parameter | undefined, value: unknown) => ajv.validate(parameter?.schema ?? false, value);

const { create, requestFor } = creatorOf({ ask });

/** Sends a valid request to a resource that is there. */
const serve = async (method: string, path: string, headers = {}) => {
  const [collection, rest] = path.split('/{id}');
  const resource = resources.find((one) => one.path === collection);
  const own = resource && rest !== undefined ? `${(await create(resource)).path}${rest}` : path;
  const body = resource && /^P/.test(method) ? await requestFor(resource, 'create') : undefined;
  return ask(`${method} ${own}`, { headers, body });
};

const preferences = ['', ' ', ',', '"', 'return', 'count=', 'wait=10', 'é', 'x'.repeat(9000), 'a, '.repeat(3000)];

describe('a request that the document allows', () => {
  test.each(having('Prefer'))('%s %s is served with every Prefer', async (method, path, [parameter]) => {
    for (const prefer of preferences) {
      const { status } = await serve(method, path, { prefer });
      const expected = { GET: 200, POST: 201, DELETE: 204 }[method] ?? 200;
      expect([prefer, isValid(parameter, prefer), status]).toEqual([prefer, true, expected]);
    }
  });

  test.each(documented)('%s %s is served with the examples of its headers', async (method, path, { parameters }) => {
    const headers = parameters
      .filter((parameter) => parameter.in === 'header')
      .map((parameter) => [parameter, ...Object(parameter.schema).examples] as const);
    for (const [parameter, example] of headers)
      expect([parameter.name, isValid(parameter, example), isValid(parameter, `${example}\0`)]).toEqual([
        parameter.name,
        true,
        false,
      ]);
    const { status } = await serve(
      method,
      path,
      Object.fromEntries(headers.map(([{ name }, example]) => [name.toLowerCase(), example])),
    );
    expect(status).toBe(method === 'POST' ? 201 : 200);
  });

  test.each(having('limit'))('%s %s is served with every limit', async (method, path, [limit]) => {
    const limits = [1, 100, 101, 2 ** 31, 2 ** 53, 10n ** 20n, 10n ** 300n, 0, -1, 1.5];
    for (const value of limits) {
      const isAllowed = value >= 1 && value !== 1.5;
      const { status } = await ask(`${method} ${path}?limit=${value}`);
      expect([value, isValid(limit, Number(value)), status]).toEqual([value, isAllowed, isAllowed ? 200 : 400]);
    }
  });

  test.each(having('If-Match', 'If-None-Match'))(
    '%s %s has not both If-Match and If-None-Match: *, which is a documented 400',
    async (method, path, headers) => {
      for (const header of headers) {
        expect(header?.description).toContain('`If-Match` beside `If-None-Match: *` is a 400 `invalid-header`');
      }
      const { status, body } = await serve(method, path, { 'if-match': '*', 'if-none-match': '*' });
      expect([status, body.code]).toEqual([400, 'invalid-header']);
    },
  );
});
