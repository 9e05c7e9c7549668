import { type Entity, entityOf } from '../../../functions/kit/entity';
import { handleChange, handleGet, handleList } from '../../../functions/kit/lambda/handle';
import type { Fields } from '../../../functions/kit/model/field';
import { patchOf, responseOf } from '../../../functions/kit/model/models';
import { pageQuery } from '../../../functions/kit/model/page';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import type { Additions } from '../../../functions/kit/table/also/also-write';
import { replace, update } from '../../../functions/kit/table/change';
import { get } from '../../../functions/kit/table/get';
import { listUnique } from '../../../functions/kit/table/unique';
import type { ApiClient } from '../../../lib/transfer/api';
import type { askerOf } from '../../support/resources';

type Served = Pick<Resource, 'path' | 'collection' | 'input' | 'fields'>;
/** Returns what the handler of a PUT writes beside the body. */
type Beside = (body: Readonly<Record<string, unknown>>) => Additions<Fields>;

/** Returns the handlers of a version of a resource, by route key. */
export const handlersOf = ({ path, collection, input, fields }: Served, beside: Beside = () => ({})) => {
  const base = { response: responseOf(input), actions: ['GetItem'] } as const;
  const entity: Entity = entityOf({ collection, path, model: base.response, fields });
  const [all, one] = [`GET ${path}`, `${path}/{id}`] as const;
  const listRoute = { ...base, routeKey: all, query: pageQuery(input) } as const;
  return {
    [all]: handleList(listRoute, (request) => listUnique(entity, request)),
    [`GET ${one}`]: handleGet({ ...base, routeKey: `GET ${one}` }, (request) => get(entity, request)),
    [`PUT ${one}`]: handleChange({ ...base, routeKey: `PUT ${one}`, body: input }, (request) =>
      replace(entity, request, beside(request.body)),
    ),
    [`PATCH ${one}`]: handleChange({ ...base, routeKey: `PATCH ${one}`, body: patchOf(input) }, (request) =>
      update(entity, request),
    ),
  };
};

type Ask = ReturnType<typeof askerOf>;

/** Sends the requests of a transfer to the handlers of this process. */
export const apiOver =
  (ask: Ask): ApiClient =>
  async (method, path, { headers, body } = {}) => {
    const response = await ask(`${method} ${path}`, { headers, body });
    const given = Object.entries(response.headers ?? {}).map(([name, value]) => [name, String(value)]);
    return { status: response.status ?? 0, headers: new Headers(Object.fromEntries(given)), body: response.body };
  };
