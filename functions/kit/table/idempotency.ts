import type { TableItem } from '../dynamodb/client';
import { Problem } from '../http/problem';
import type { IdempotencyKey } from '../http/request';
import type { Fields } from '../model/field';
import { digest } from '../model/text';
import { conditionExpression, isEqual, itemMissing } from './expression';
import { stringOf } from './item';
import type { ExtraWrite } from './write';

const LIFETIME_S = 24 * 60 * 60;

/** Hashes a validated body, so that white space and the order of members do not change the fingerprint. */
const contentOf = (fields: Fields, body: IdempotencyKey['body']) => {
  const isDefault = ([name, value]: [string, unknown]) => isEqual(value, fields[name]?.default);
  const given = Object.fromEntries(Object.entries(body).filter((entry) => !isDefault(entry)));
  const defaults = JSON.stringify(Object.fromEntries(Object.entries(body).filter(isDefault)));
  return { fingerprint: digest(JSON.stringify(body)), withoutDefaults: digest(JSON.stringify(given)), defaults };
};

/**
 * Returns the write that stores an idempotency key along with the item that the request creates. An expired key counts
 * as absent, because DynamoDB deletes an expired item up to some days later.
 */
export const putIdempotencyKey = (
  fields: Fields,
  { route, key, body }: IdempotencyKey,
  { sk: id, rev }: TableItem,
): ExtraWrite => {
  const content = contentOf(fields, body);
  const nowS = Math.floor(Date.now() / 1000);
  const Item = { pk: `KEY#${route}#${key}`, sk: 'KEY', ...content, id, rev, expiresAt: nowS + LIFETIME_S };
  const absentOrExpired = { text: `${itemMissing.text} OR expiresAt <= :Now`, values: { ':Now': nowS } };
  return {
    write: { Put: { Item, ...conditionExpression(absentOrExpired) } },
    problemFor: (storedKey = {}) => {
      // The other version of the code may fill in other defaults. A key from an older version has one fingerprint only.
      if (storedKey.withoutDefaults === content.withoutDefaults) return undefined;
      if (stringOf(storedKey, 'fingerprint') === content.fingerprint) return undefined;
      return new Problem(422, 'idempotency-key-reused', 'This Idempotency-Key came with another content before.');
    },
  };
};
