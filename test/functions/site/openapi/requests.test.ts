import Ajv from 'ajv/dist/2020';
import { descriptionOf } from '../../../../functions/site/openapi/document';
import { startService } from '../../../support/service';

const { ask, user, post } = startService();

type Parameter = { readonly name: string; readonly description: string; readonly schema: object };
type Operation = { readonly operationId: string; readonly parameters: readonly Parameter[] };

const paths: Record<string, Record<string, object>> = descriptionOf()('https://api.example').paths;
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [method.toUpperCase(), path, operation as Operation] as const),
);

const having = (...names: string[]) =>
  operations
    .filter(([, , { parameters }]) => names.every((name) => parameters.some((parameter) => parameter.name === name)))
    .map(([method, path, { parameters }]) => {
      return [method, path, names.map((name) => parameters.find((parameter) => parameter.name === name))] as const;
    });

/** A schema without a format that Ajv knows nothing of. */
const isValid = (parameter: Parameter | undefined, value: unknown) =>
  new Ajv({ strict: false }).validate(parameter?.schema ?? false, value);

let count = 0;
const bodyFor = (method: string, path: string) => {
  if (!['POST', 'PUT', 'PATCH'].includes(method)) return undefined;
  return path.includes('users') ? { name: 'Ada', email: `ada-${++count}@requests.example` } : { title: 'A title' };
};

/** The address of a resource that is there, where the path has an id. */
const existing = async (path: string) => {
  if (!path.endsWith('{id}')) return path;
  return (path.includes('users') ? await user() : await post()).path;
};

const preferences = ['', ' ', ',', '"', 'return', 'count=', 'wait=10', 'é', 'x'.repeat(9000), 'a, '.repeat(3000)];

describe('a request that the document allows', () => {
  test.each(having('Prefer'))('%s %s is served with every Prefer', async (method, path, [prefer]) => {
    for (const value of preferences) {
      expect([value, isValid(prefer, value)]).toEqual([value, true]);
      const answer = await ask(`${method} ${await existing(path)}`, {
        headers: { prefer: value },
        body: bodyFor(method, path),
      });
      expect([value, answer.status]).toEqual([value, { GET: 200, POST: 201, DELETE: 204 }[method] ?? 200]);
    }
  });

  test.each(having('limit'))('%s %s is served with every limit', async (method, path, [limit]) => {
    for (const value of [1, 100, 101, 2 ** 31, 2 ** 53, 10n ** 20n, 10n ** 300n]) {
      expect([value, isValid(limit, Number(value))]).toEqual([value, true]);
      expect((await ask(`${method} ${path}?limit=${value}`)).status).toBe(200);
    }
    for (const value of [0, -1, 1.5]) {
      expect([value, isValid(limit, value)]).toEqual([value, false]);
      expect((await ask(`${method} ${path}?limit=${value}`)).status).toBe(400);
    }
  });
});

describe('If-Match beside If-None-Match: *', () => {
  test.each(having('If-Match', 'If-None-Match'))(
    '%s %s is told and answered with 400',
    async (method, path, headers) => {
      for (const header of headers) {
        expect(header?.description).toContain('`If-Match` beside `If-None-Match: *` is a 400 `invalid-header`');
      }
      const answer = await ask(`${method} ${await existing(path)}`, {
        headers: { 'if-match': '*', 'if-none-match': '*' },
        body: bodyFor(method, path),
      });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid-header']);
    },
  );
});
