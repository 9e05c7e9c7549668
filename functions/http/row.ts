import type { GenericSchema, ObjectEntries, ObjectSchema } from 'valibot';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Members = ObjectSchema<ObjectEntries, undefined>;

/** One line of the route table: all that the stack, the handlers and the tests need to know of a route. */
export type Row = {
  readonly routeKey: `${Method} /${string}` | '$default';
  readonly source: `functions/${string}.ts`;
  readonly takes?: Members;
  readonly query?: Members;
  readonly returns?: GenericSchema;
  /** DynamoDB actions on the table and on its index; the function's role grants these and no others. */
  readonly table?: readonly ('GetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem')[];
  readonly byUser?: readonly 'Query'[];
};

export const methodOf = (row: Row) => row.routeKey.split(' ', 1)[0] ?? '';

export const pathOf = (row: Row) => row.routeKey.slice(methodOf(row).length + 1);

/** API Gateway serves HEAD only where a route names it, so every GET row stands for two routes. */
export const routeKeysOf = (row: Row): string[] =>
  methodOf(row) === 'GET' ? [row.routeKey, `HEAD ${pathOf(row)}`] : [row.routeKey];
