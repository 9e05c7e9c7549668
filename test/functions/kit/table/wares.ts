import { entityOf } from '../../../../functions/kit/entity';
import { optional, serverSet, unique, withDefault } from '../../../../functions/kit/model/field';
import { decimal, integer, texts } from '../../../../functions/kit/model/kinds';
import { responseOf } from '../../../../functions/kit/model/models';
import { belongsTo } from '../../../../functions/kit/model/relation';
import { sorted } from '../../../../functions/kit/model/sorted';
import { parents } from '../../../../functions/kit/resources.built';
import { states } from '../../../../functions/kit/rules/states';
import { create } from '../../../../functions/kit/table/create';

/*
 * A ware and its pieces, which no project has. Handlers change both in one transaction.
 */

(parents as string[]).push('WARE');

export const wares = entityOf({
  collection: 'WARE',
  path: '/wares',
  model: responseOf({
    code: optional(unique({ maxLength: 9 })),
    stock: sorted(withDefault(integer({ minimum: 0, maximum: 9 }), 3)),
    step: states({ draft: ['placed'], placed: ['shipped', 'lost'] }),
    total: serverSet(withDefault(integer(), 0)),
    price: serverSet(optional(decimal(2, { minimum: 0 }))),
    placedBy: serverSet(optional({ maxLength: 9 })),
    marks: serverSet(optional(texts({ maxLength: 3 }))),
  }),
});

export const pieces = entityOf({
  collection: 'PIECE',
  path: '/pieces',
  model: responseOf({ wareId: optional(belongsTo({ attribute: 'wareId', parent: 'ware' })), note: { maxLength: 9 } }),
});

/** Parts of a request on a stage without ownership. */
export const anybody = { caller: undefined };

/** Creates a ware as a POST does. Returns its id. */
export const createWare = async (body: Readonly<Record<string, unknown>> = {}) =>
  (await create(wares, { ...anybody, body: { stock: 3, ...body } })).body.id;
