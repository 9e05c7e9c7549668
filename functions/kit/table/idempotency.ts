import type { TableItem } from '../dynamodb/client';
import type { Entity } from '../entity';
import type { Field } from '../model/field';
import type { StoredField } from '../model/models';
import { digest } from '../model/text';
import type { IdempotencyKey } from '../rules/conditions';
import { Problem } from '../rules/problem';
import { conditionExpression, itemMissing } from './expression';
import type { ExtraWrite } from './write';

const LIFETIME_S = 24 * 60 * 60;

/** New item, and the values that the handler sets. */
type NewItem = { readonly item: TableItem; readonly set?: object | undefined };

/** Tells whether an object has a member with a default, which a client may leave out. */
const hasInnerDefault = ({ fields, items }: Field): boolean =>
  Object.values(fields ?? items?.fields ?? {}).some((field) => field.default !== undefined || hasInnerDefault(field));

/** Sorts the members of an object for JSON.stringify. */
const sortMembers = (_: string, value: unknown) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
};

/**
 * Describes the content of a request. `sent` hashes what the client sent, whatever the white space and the order of members.
 * `defaults` are the values that the client did not send: defaults of this version of the code, and what the handler sets.
 */
const contentOf = ({ members }: Entity, sent: IdempotencyKey['sent'], { item, set = {} }: NewItem) => {
  const names = Object.keys(sent).sort();
  const isUnsent = ({ name, field }: StoredField) =>
    name in set || hasInnerDefault(field) || (field.default !== undefined && (field.isServerSet || !(name in sent)));
  const unsent = [...members.values()].filter(isUnsent);
  return {
    sent: digest(
      JSON.stringify(
        names.map((name) => [name, sent[name]]),
        sortMembers,
      ),
    ),
    defaults: JSON.stringify(Object.fromEntries(unsent.map(({ name, attribute }) => [name, item[attribute] ?? null]))),
  };
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
  const content = contentOf(entity, sent, created);
  const { sk: id, rev } = created.item;
  const nowS = Math.floor(Date.now() / 1000);
  const Item = { pk: `KEY#${route}#${key}`, sk: 'KEY', ...content, id, rev, expiresAt: nowS + LIFETIME_S };
  const absentOrExpired = { text: `${itemMissing.text} OR expiresAt <= :Now`, values: { ':Now': nowS } };
  return {
    write: { Put: { Item, ...conditionExpression(absentOrExpired) } },
    problemFor: (storedKey = {}) => {
      if (storedKey.sent === content.sent) return undefined;
      return new Problem(422, 'idempotency-key-reused', 'This Idempotency-Key came with another content before.');
    },
  };
};
