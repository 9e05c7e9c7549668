import Ajv from 'ajv/dist/2020';
import { hasId, isList, methodOf, pathOf, type Route } from '../../../../../functions/kit/http/route';
import { describeService } from '../../../../../functions/kit/site/openapi/document';
import { operations } from '../../../../../functions/kit/site/openapi/operations';
import type { Operation } from '../../../../../functions/kit/site/openapi/resource';
import { isOwnRoute } from '../../../../../lib/verify/played';
import { creatorOf } from '../../../../support/creator';
import { useService } from '../../../../support/service';

const { ask } = useService();
const { create, requestFor } = creatorOf({ ask });

/** Sends a valid request, to a resource that is there. */
const send = async ({ route, resource }: Operation, query: string, headers = {}) => {
  const path = pathOf(route).replace('{id}', String(resource && hasId(route) && (await create(resource)).id));
  const body = resource && route.body && (await requestFor(resource, 'create'));
  return ask(`${methodOf(route)} ${path}${query}`, { headers, body });
};

type Parameter = { readonly name: string; readonly in: string; readonly schema: { readonly examples: string[] } };

const paths: Record<string, Record<string, object>> = describeService().paths;
const parametersOf = (route: Route): readonly Parameter[] =>
  Object(paths[pathOf(route)]?.[methodOf(route).toLowerCase()]).parameters;
const ajv = new Ajv({ strict: false });

// The rows of docs.ts send the requests that a route beside the six serves.
describe.each(operations.filter(({ route }) => !isOwnRoute(route)))('$name serves a request', (operation) => {
  const { route } = operation;

  test('with the documented examples of its headers', async () => {
    const headers: Record<string, string> = {};
    for (const { name, schema } of parametersOf(route).filter((parameter) => parameter.in === 'header')) {
      const [example = ''] = schema.examples;
      expect([ajv.validate(schema, example), ajv.validate(schema, `${example}\0`)]).toEqual([true, false]);
      headers[name.toLowerCase()] = example;
    }
    expect((await send(operation, '', headers)).status).toBe(operation.verb === 'create' ? 201 : 200);
  });

  if (!isList(route)) return;
  test('with every documented limit, and with no other', async () => {
    const schema = parametersOf(route).find(({ name }) => name === 'limit')?.schema ?? false;
    expect(schema).toEqual({ type: 'integer', minimum: 1, default: 50 });
    for (const limit of [1, 2 ** 31, 10n ** 300n, 0, -1, 1.5]) {
      const { status } = await send(operation, `?limit=${limit}`);
      expect([limit, status]).toEqual([limit, ajv.validate(schema, Number(limit)) ? 200 : 400]);
    }
  });
});
