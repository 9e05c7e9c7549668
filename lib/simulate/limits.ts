/*
 * What DynamoDB documents of itself, as of November 2026. Bursts are left out: they never lift what a partition takes
 * at most, and are not promised. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html
 */

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html */
export const PARTITION_WRITE_UNITS = 1_000;
export const PARTITION_READ_UNITS = 3_000;

/**
 * A table that is new, and what it takes once it was busy: twice the highest of the 30 minutes before.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html
 */
export const NEW_TABLE_WRITE_UNITS = 4_000;
export const NEW_TABLE_READ_UNITS = 12_000;
export const DOUBLING_MINUTES = 30;

/**
 * A table takes no more unless AWS is asked for more, nor does the setting `maxUnits`.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
 */
export const TABLE_UNITS = 40_000;

/**
 * A partition that is hot is split in two, between items of one partition key, too, but not where traffic follows a
 * sort key that only grows: all of it then goes to the newer half. How long a split takes is not documented; this is a
 * guess. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
export const SPLIT_MINUTES = 10;

/**
 * Duration of a transaction: an assumption, neither documented nor measured. A transaction on an item that another one is
 * at gets cancelled as TransactionConflict.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 */
export const TRANSACTION_MS = { least: 10, most: 20 };
