import type { Entity } from '../../entity';
import type { Fields } from '../../model/field';
import { mintId } from '../../model/id';
import type { NewOf } from '../../model/values';
import { itemOf, newValues, newWrites } from '../create';
import type { AlsoWrite } from './also-write';
import { together } from './write-together';

/**
 * Creates another resource in the same transaction, which belongs to the caller. Fields that are left out have their defaults.
 * @example also: [creation(entries, { orderId: id, text: 'placed' })]
 */
export const creation = <F extends Fields>(entity: Entity<F>, values: NewOf<F>): AlsoWrite => {
  const id = mintId();
  const body = newValues(entity, values);
  return {
    entity,
    id,
    prepare: (_, __, caller) => newWrites(entity, itemOf(entity, id, { body, caller }), { caller }),
    ...together,
  };
};
