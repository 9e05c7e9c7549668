import Ajv from 'ajv/dist/2020';
import { hasId, isList, methodOf, pathOf, type Route } from '../../../../functions/http/route';
import { resourceOf } from '../../../../functions/resources';
import { describeService } from '../../../../functions/site/openapi/document';
import { operations } from '../../../../functions/site/openapi/operations';
import { creatorOf } from '../../../support/every-resource';
import { useService } from '../../../support/service';

const { ask } = useService();
const { create, requestFor } = creatorOf({ ask });

const resourceAt = (route: Route) => {
  const resource = resourceOf(route);
  if (!resource) throw new Error(`${route.routeKey} has no resource`);
  return resource;
};

/** Sends a valid request of a route, to a resource that is there. */
const send = async (route: Route, query: string, headers = {}) => {
  const path = hasId(route) ? (await create(resourceAt(route))).path : pathOf(route);
  const body = route.body && (await requestFor(resourceAt(route), 'create'));
  return ask(`${methodOf(route)} ${path}${query}`, { headers, body });
};

type Parameter = { readonly name: string; readonly in: string; readonly schema: { readonly examples: string[] } };

const paths: Record<string, Record<string, object>> = describeService().paths;
const parametersOf = (route: Route): readonly Parameter[] =>
  Object(paths[pathOf(route)]?.[methodOf(route).toLowerCase()]).parameters;
const ajv = new Ajv({ strict: false });

describe.each(operations)('$name serves a request', ({ route }) => {
  test('with the documented examples of its headers', async () => {
    const headers: Record<string, string> = {};
    for (const { name, schema } of parametersOf(route).filter((parameter) => parameter.in === 'header')) {
      const [example = ''] = schema.examples;
      expect([ajv.validate(schema, example), ajv.validate(schema, `${example}\0`)]).toEqual([true, false]);
      headers[name.toLowerCase()] = example;
    }
    expect((await send(route, '', headers)).status).toBe(methodOf(route) === 'POST' ? 201 : 200);
  });

  if (!isList(route)) return;
  test('with every documented limit, and with no other', async () => {
    const schema = parametersOf(route).find(({ name }) => name === 'limit')?.schema ?? false;
    expect(schema).toEqual({ type: 'integer', minimum: 1, default: 50 });
    for (const limit of [1, 2 ** 31, 10n ** 300n, 0, -1, 1.5]) {
      const { status } = await send(route, `?limit=${limit}`);
      expect([limit, status]).toEqual([limit, ajv.validate(schema, Number(limit)) ? 200 : 400]);
    }
  });
});
