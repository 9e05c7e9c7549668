import { entityOf } from '../../../functions/kit/entity';
import type { Route } from '../../../functions/kit/http/route';
import { handleChange, handleDelete, handleGet, handleList, handlePost } from '../../../functions/kit/lambda/handle';
import { optional, unique } from '../../../functions/kit/model/field';
import { integer } from '../../../functions/kit/model/kinds';
import { patchOf, responseOf } from '../../../functions/kit/model/models';
import { pageQuery } from '../../../functions/kit/model/page';
import { replace, update } from '../../../functions/kit/table/change';
import { create } from '../../../functions/kit/table/create';
import { get } from '../../../functions/kit/table/get';
import { remove } from '../../../functions/kit/table/remove';
import { listUnique } from '../../../functions/kit/table/unique';
import { plan } from '../../../functions/plan';
import { askerOf } from '../../support/resources';
import { idOf } from '../../support/unit/table';

/*
 * A resource that no project has, so that the tests of the kit hold for every project.
 */

export const THING = 'THING';
Object.assign(plan, { [THING]: [] });

const input = {
  serial: unique(integer()),
  label: optional(unique({ maxLength: 9 }, { normalize: (text) => text.toUpperCase(), label: 'name' })),
  note: optional({ maxLength: 9 }),
};
const things = entityOf({ collection: THING, path: '/things', model: responseOf(input) });

const at = <const K extends Route['routeKey']>(routeKey: K) =>
  ({ routeKey, response: things.model, actions: ['PutItem'] }) as const;
const patch = patchOf(input);
const query = pageQuery(input);

/** Sends a request to the handler of its route. */
export const askThings = askerOf({
  'GET /things': handleList({ ...at('GET /things'), query }, (request) => listUnique(things, request)),
  'POST /things': handlePost({ ...at('POST /things'), body: input }, (request) => create(things, request)),
  'GET /things/{id}': handleGet(at('GET /things/{id}'), (request) => get(things, request)),
  'PUT /things/{id}': handleChange({ ...at('PUT /things/{id}'), body: input }, (request) => replace(things, request)),
  'PATCH /things/{id}': handleChange({ ...at('PATCH /things/{id}'), body: patch }, (request) =>
    update(things, request),
  ),
  'POST /things/{id}/naming': handlePost(at('POST /things/{id}/naming'), (request) =>
    update(things, { ...request, body: { note: 'named' }, precondition: {} }),
  ),
  'DELETE /things/{id}': handleDelete(at('DELETE /things/{id}'), (request) => remove(things, request)),
});

/** Item of a thing, and the path of the thing. */
export const storedThing = {
  pk: THING,
  sk: idOf(1),
  serial: 7,
  label: 'One',
  rev: 'rev-of-thing',
  updatedAt: '2026-11-19T13:00:00.000Z',
};
export const path = `/things/${storedThing.sk}`;
