import type { Once } from '../http/idempotency';
import { Problem } from '../http/problem';
import { absent, conditional } from './expression';
import { type Item, stringOf } from './item';
import type { Side } from './write';

const KEPT_S = 24 * 60 * 60;

/**
 * Takes a client's key for what is created along with it. DynamoDB removes an expired item within days, not at
 * once, so an expired one counts as none.
 */
export const takeKey = ({ route, key, fingerprint }: Once, { sk: id, rev }: Item): Side => {
  const nowS = Math.floor(Date.now() / 1000);
  const Item = { pk: `KEY#${route}#${key}`, sk: 'KEY', fingerprint, id, rev, expiresAt: nowS + KEPT_S };
  const free = { text: `${absent.text} OR expiresAt <= :now`, values: { ':now': nowS } };
  return {
    write: { Put: { Item, ...conditional(free) } },
    refused: (first = {}) => {
      if (stringOf(first, 'fingerprint') === fingerprint) return undefined;
      return new Problem(422, 'idempotency-key-reused', 'This Idempotency-Key came with another content before.');
    },
  };
};
