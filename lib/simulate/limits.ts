/*
 * Limits that DynamoDB documents, as of November 2026. Bursts are left out, because DynamoDB does not promise them and
 * they never raise the limit of a partition.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html
 */

/**
 * Max units a second of a partition.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
export const PARTITION_WRITE_UNITS = 1_000;
export const PARTITION_READ_UNITS = 3_000;

/**
 * Capacity of a new table. Later the table accepts twice its peak of the 30 minutes before.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html
 */
export const NEW_TABLE_WRITE_UNITS = 4_000;
export const DOUBLING_MINUTES = 30;

/**
 * Default quota of a table, and the max value of the setting `maxUnits`. AWS raises the quota on request.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
 */
export const TABLE_UNITS = 40_000;

/**
 * Minutes until DynamoDB has split a hot partition in two. This is a guess, because the time is not documented.
 * DynamoDB also splits between items of one partition key. A split does not help if the sort key only grows, because
 * all traffic goes to the newer half.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
export const SPLIT_MINUTES = 10;

/**
 * Assumed duration of a transaction, neither documented nor measured. DynamoDB cancels a transaction with
 * TransactionConflict while another transaction uses the same item.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 */
export const TRANSACTION_MS = { min: 10, max: 20 };
