import type { TableItem } from '../dynamodb/client';
import type { WithCaller } from '../http/caller';
import { attributeOf } from '../model/models';
import type { Entity } from './item';
import { childCounts } from './relation';
import { uniqueClaims } from './unique';

/**
 * Returns the writes to other items when an item changes: to the claims of its unique values, and to the counts of its
 * parents. `before` is missing for a creation, `after` for a deletion.
 */
export const dependentWrites = (
  { collection, model, fields = model }: Entity,
  id: string,
  { before, after, caller }: WithCaller & { readonly before?: TableItem; readonly after?: TableItem },
) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const attribute = attributeOf(collection, name, field);
    const change = { collection, name, field, id, from: before?.[attribute], to: after?.[attribute] };
    return [...uniqueClaims(change), ...childCounts(change, caller)];
  });
