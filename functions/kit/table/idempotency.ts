import type { TableItem } from '../dynamodb/client';
import type { Fields } from '../model/field';
import { digest } from '../model/text';
import type { IdempotencyKey } from '../rules/conditions';
import { Problem } from '../rules/problem';
import { conditionExpression, isEqual, itemMissing } from './expression';
import type { ExtraWrite } from './write';

const LIFETIME_S = 24 * 60 * 60;

/**
 * Describes the content of a request. `sent` hashes what the client sent, whatever the white space and the order of members.
 * `defaults` are those of this version of the code.
 */
const contentOf = (fields: Fields, { sent, body }: Pick<IdempotencyKey, 'sent' | 'body'>) => {
  const members = Object.keys(sent).sort();
  const defaults = Object.entries(body).filter(([name, value]) => isEqual(value, fields[name]?.default));
  return {
    sent: digest(JSON.stringify(members.map((name) => [name, sent[name]]))),
    defaults: JSON.stringify(Object.fromEntries(defaults)),
  };
};

/**
 * Returns the write that stores an idempotency key along with the item that the request creates. An expired key counts
 * as absent, because DynamoDB deletes an expired item up to some days later.
 */
export const putIdempotencyKey = (
  fields: Fields,
  { route, key, ...bodies }: IdempotencyKey,
  { sk: id, rev }: TableItem,
): ExtraWrite => {
  const content = contentOf(fields, bodies);
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
