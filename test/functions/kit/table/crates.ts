import { entityOf } from '../../../../functions/kit/entity';
import type { Route } from '../../../../functions/kit/http/route';
import { handleChange, handleGet, handlePost } from '../../../../functions/kit/lambda/handle';
import { optional, storedAs, withDefault } from '../../../../functions/kit/model/field';
import { integer, number } from '../../../../functions/kit/model/kinds';
import { patchOf, responseOf } from '../../../../functions/kit/model/models';
import { object, objects } from '../../../../functions/kit/model/objects';
import { replace, update } from '../../../../functions/kit/table/change';
import { create } from '../../../../functions/kit/table/create';
import { get } from '../../../../functions/kit/table/get';
import { askerOf } from '../../../support/resources';

/*
 * A resource with objects, which no project has, in two versions.
 */

const Word = { minLength: 1, maxLength: 40 };
const Place = object({ lat: number({ minimum: -90, maximum: 90 }), lon: number({ minimum: -180, maximum: 180 }) });

/** Names of 64 members, of which one expression of DynamoDB cannot name all. */
export const manyNames = Array.from({ length: 64 }, (_, at) => `${'x'.repeat(20)}${at}`);
const Many = object(Object.fromEntries(manyNames.map((name) => [name, integer()])));

const input = {
  address: object({ street: Word, city: Word, zip: optional(Word), place: optional(Place) }),
  sender: optional(object({ name: Word, country: withDefault(Word, 'DE') })),
  many: optional(Many),
  parts: withDefault(
    objects({ sku: Word, count: integer({ minimum: 1, maximum: 9 }), weight: optional(number()) }, { maxItems: 3 }),
    [],
  ),
};

/** Second version: another name inside the address, and a member that the first version lacks. */
const inputV2 = {
  ...input,
  address: object({
    ...input.address.fields,
    city: storedAs('street', Word),
    street: storedAs('city', Word),
    note: optional(Word),
    floor: withDefault(integer(), 0),
  }),
};

const handlersOf = (path: '/crates' | '/v2/crates', body: typeof input) => {
  const crates = entityOf({ collection: 'CRATE', path, model: responseOf(body) });
  const at = <const K extends Route['routeKey']>(routeKey: K) =>
    ({ routeKey, response: crates.model, actions: ['PutItem'] }) as const;
  return {
    [`POST ${path}`]: handlePost({ ...at(`POST ${path}`), body }, (request) => create(crates, request)),
    [`GET ${path}/{id}`]: handleGet(at(`GET ${path}/{id}`), (request) => get(crates, request)),
    [`PUT ${path}/{id}`]: handleChange({ ...at(`PUT ${path}/{id}`), body }, (request) => replace(crates, request)),
    [`PATCH ${path}/{id}`]: handleChange({ ...at(`PATCH ${path}/{id}`), body: patchOf(body) }, (request) =>
      update(crates, request),
    ),
  };
};

export const askCrates = askerOf({ ...handlersOf('/crates', input), ...handlersOf('/v2/crates', inputV2) });
