import { entityOf } from '../../../../functions/kit/entity';
import { indexed, optional, withDefault } from '../../../../functions/kit/model/field';
import { oneOf } from '../../../../functions/kit/model/kinds';
import { responseOf } from '../../../../functions/kit/model/models';
import type { ResourceChange } from '../../../../functions/kit/reactions/record';
import { idOf } from '../../../support/unit/table';

/*
 * Leaves and twigs, which no project has, and whose changes the tests follow.
 */

export const leaves = entityOf({
  collection: 'LEAF',
  path: '/leaves',
  model: responseOf({
    text: { maxLength: 20 },
    tint: indexed(withDefault(oneOf('green', 'red'), 'green')),
    note: optional({ maxLength: 20 }),
  }),
});

export const twigs = entityOf({ collection: 'TWIG', path: '/twigs', model: responseOf({ text: { maxLength: 20 } }) });

export type LeafChange = ResourceChange<typeof leaves.model>;

/** Makes a leaf with this number. */
export const leafOf = (number: number, text = 'new') => ({ id: idOf(number), text });

/** Returns the numbers by which a stream names the records of an event. */
export const named = (...numbers: readonly number[]) => ({
  batchItemFailures: numbers.map((number) => ({ itemIdentifier: `${number}` })),
});
