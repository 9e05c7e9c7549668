import type { TableItem } from '../../dynamodb/client';
import type { Entity } from '../../entity';
import type { SettableOf } from '../../model/values';
import type { WithCaller } from '../../rules/conditions';
import type { ExtraWrite, Write, WriteResult } from '../write';

/** An item before and after a change. `before` is missing for a creation, `after` for a deletion. */
export type ItemChange = {
  readonly entity: Entity;
  readonly id: string;
  readonly before?: TableItem;
  readonly after?: TableItem;
};

/** Change of an item. `main` is its write, whose failed condition the caller sees. */
export type Transaction = ItemChange &
  Pick<WithCaller, 'caller'> & {
    readonly main: Write;
    /** Writes beside those that follow from the change. They come first, because an idempotency key explains other failures. */
    readonly others: readonly ExtraWrite[];
    /** True if the item has all values already. */
    readonly isDone?: boolean | undefined;
  };

/** Returns the new values of a resource. May throw a Problem instead. Runs again when another request has changed the resource. */
export type AlsoRule = (resource: Readonly<Record<string, unknown>>) => TableItem;

/**
 * Write of another resource in the same transaction. `increment`, `changeOf`, `touch` and `creation` make it. It brings its own
 * code, so that only the bundles of routes with such writes hold the code.
 */
export type AlsoWrite = {
  readonly entity: Entity;
  readonly id: string;
  /** Rule of a change. A creation has none. */
  readonly rule?: AlsoRule;
  /** True if the resource gets a new revision with the same values. */
  readonly isTouch?: true;
  /** Returns the writes that depend on the main item, for a write that stands for these. A new item is undefined. */
  readonly expand?: (current: TableItem | undefined) => readonly AlsoWrite[];
  /** Returns the main write of the item that is known, and what follows from it. */
  readonly prepare: (write: AlsoWrite, current: TableItem | undefined, caller: WithCaller['caller']) => Transaction;
  /** Throws what a transaction would be refused for, as far as its rules know. */
  readonly check: (transaction: Transaction, also: readonly AlsoWrite[]) => Promise<void>;
  readonly writeTogether: (transaction: Transaction, also: readonly AlsoWrite[]) => Promise<WriteResult>;
};

/** Values that a handler sets beside those of the client, and further writes: all are written, or none. */
export type Additions<F> = { readonly set?: SettableOf<F>; readonly also?: readonly AlsoWrite[] };
