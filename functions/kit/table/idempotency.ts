import type { TableItem } from '../dynamodb/client';
import type { Entity } from '../entity';
import type { StoredField } from '../model/models';
import { digest } from '../model/text';
import type { IdempotencyKey } from '../rules/conditions';
import { Problem } from '../rules/problem';
import { conditionExpression, itemMissing } from './expression';
import type { ExtraWrite } from './write';

const LIFETIME_S = 24 * 60 * 60;

type NewItem = { readonly item: TableItem; readonly set?: object | undefined };
type Sent = Pick<IdempotencyKey, 'sent'>;

/** Hashes what the client sent, whatever the white space and the order of members. */
const hashOf = ({ sent }: Sent) => {
  const members = Object.keys(sent).sort();
  return digest(JSON.stringify(members.map((name) => [name, sent[name]])));
};

/** Returns the values that the client did not send: defaults of this version of the code, and what the handler sets. */
const unsentIn = ({ members }: Entity, { sent }: Sent, { item, set = {} }: NewItem) => {
  const isUnsent = ({ name, field }: StoredField) =>
    name in set || (field.default !== undefined && (field.isServerSet || !(name in sent)));
  return Object.fromEntries(
    [...members.values()].filter(isUnsent).map(({ name, attribute }) => [name, item[attribute]]),
  );
};

/**
 * Returns the write that stores an idempotency key along with the item that the request creates. An expired key counts
 * as absent, because DynamoDB deletes an expired item up to some days later.
 */
export const putIdempotencyKey = (
  entity: Entity,
  { route, key, sent }: IdempotencyKey,
  created: NewItem,
): ExtraWrite => {
  const content = hashOf({ sent });
  const { sk: id, rev } = created.item;
  const defaults = JSON.stringify(unsentIn(entity, { sent }, created));
  const nowS = Math.floor(Date.now() / 1000);
  const Item = { pk: `KEY#${route}#${key}`, sk: 'KEY', sent: content, defaults, id, rev, expiresAt: nowS + LIFETIME_S };
  const absentOrExpired = { text: `${itemMissing.text} OR expiresAt <= :Now`, values: { ':Now': nowS } };
  return {
    write: { Put: { Item, ...conditionExpression(absentOrExpired) } },
    problemFor: (storedKey = {}) => {
      if (storedKey.sent === content) return undefined;
      return new Problem(422, 'idempotency-key-reused', 'This Idempotency-Key came with another content before.');
    },
  };
};
