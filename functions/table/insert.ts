import type { Asked } from '../http/caller';
import type { IdempotencyKey } from '../http/idempotency';
import { exists, unavailable } from '../http/problem';
import type { Fields } from '../model/field';
import { createdAtOf, mintId } from '../model/id';
import { absent, conditional } from './expression';
import { putIdempotencyKey } from './idempotency-key';
import {
  checkOwner,
  type Kind,
  keyOf,
  type Link,
  linkedValue,
  resultOf,
  stamp,
  stringOf,
  type TableItem,
} from './item';
import { write } from './write';

const put = (item: TableItem) => ({ Put: { Item: item, ...conditional(absent) } });

/** Returns the owner of a new item, the caller. The body of an admin may hold another owner, which then replaces this. */
const ownerOf = ({ caller }: Asked) => (caller ? { owner: caller.id } : {});

type Insertion = Asked & { readonly id: string; readonly body: TableItem };

/**
 * Writes an item with an id that the client chose. Uses a transaction, because another client may know the id and
 * delete the item. Without the transaction, a retry would then write the deleted item again.
 */
export const insert = async <F extends Fields>(kind: Kind<F>, link: Link, request: Insertion) => {
  const { id, body, caller } = request;
  const item = { ...keyOf(kind, id), ...ownerOf(request), ...body, ...kind.initial, ...stamp() };
  const extraWrites = link.writesFor(id, { from: undefined, to: linkedValue(link, body), caller });
  const { ok, item: current } = await write(put(item), extraWrites, { isTransaction: true });
  if (ok) return resultOf(kind, item);
  if (!current) throw unavailable();
  checkOwner(kind, request, current);
  throw exists(stringOf(current, 'rev'));
};

type Creation = Asked & { readonly body: TableItem; readonly idempotencyKey?: IdempotencyKey };

/**
 * Writes an item with a new id. When an earlier request with the same idempotency key has created an item, returns that
 * item, and `isReplay` is true.
 */
export const create = async <F extends Fields>(kind: Kind<F>, link: Link, request: Creation) => {
  const { body, idempotencyKey, caller } = request;
  const newId = mintId();
  const item = {
    ...keyOf(kind, newId),
    ...ownerOf(request),
    ...body,
    ...kind.initial,
    ...stamp(),
    updatedAt: createdAtOf(newId),
  };
  const extraWrites = link.writesFor(newId, { from: undefined, to: linkedValue(link, body), caller });
  const allExtraWrites = idempotencyKey ? [putIdempotencyKey(idempotencyKey, item), ...extraWrites] : extraWrites;
  const { ok, item: current, extraWrite } = await write(put(item), allExtraWrites);
  if (ok || current?.rev === item.rev) return { ...resultOf(kind, item), isReplay: false };
  if (!extraWrite || !current) throw unavailable();
  // Rebuilds the first result: the content is the same, and the stored key holds the id and the revision.
  const id = stringOf(current, 'id');
  const first = { ...item, sk: id, rev: stringOf(current, 'rev'), updatedAt: createdAtOf(id) };
  return { ...resultOf(kind, first), isReplay: true };
};
