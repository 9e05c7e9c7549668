import { isRecord, tableArn } from '../template/intrinsics';

/** Call of DynamoDB, such as `TransactWriteItems(Put, Update)`, and the capacity units of the reply. */
export type DatabaseCall = { readonly operation: string; readonly units: number };

/** Formats an operation, and the kinds of writes in a transaction: `TransactWriteItems(Put, Update)`. */
export const formatOperation = (operation: string, { TransactItems: items }: Record<string, unknown>) => {
  if (!Array.isArray(items)) return operation;
  const kinds = new Set(items.filter(isRecord).flatMap(Object.keys));
  return `${operation}(${[...kinds].join(', ')})`;
};

export const unitsOf = (reply: string) => {
  const { ConsumedCapacity = [] } = Object(JSON.parse(reply));
  return [ConsumedCapacity].flat().reduce((sum: number, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
};

/** Permission that a call needs. The resource is `*` when it is not known. */
export type NeededAccess = { readonly action: string; readonly resource: string };

const accessTo = (operation: string, table: unknown, index?: unknown): NeededAccess => ({
  action: `dynamodb:${operation}`,
  resource: table === undefined ? '*' : `${tableArn(String(table))}${index ? `/index/${index}` : ''}`,
});

/** Lists the permissions that a call of DynamoDB needs. */
export const neededAccess = (operation: string, request: unknown): NeededAccess[] => {
  if (!isRecord(request)) return [];
  const { TransactItems: items, RequestItems: tables, TableName: table, IndexName: index } = request;
  if (operation.startsWith('Batch') && isRecord(tables))
    return Object.keys(tables).map((name) => accessTo(operation, name));
  if (!operation.startsWith('Transact') || !Array.isArray(items)) return [accessTo(operation, table, index)];
  const writes = items.flatMap((item) => Object.entries(Object(item)));
  return writes.map(([kind, member]) => accessTo(`${kind}Item`, Object(member).TableName));
};
