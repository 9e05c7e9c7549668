import type * as sdk from '@aws-sdk/lib-dynamodb';

/** Options of before 2014, whose values the stand-in would not convert. */
type Legacy =
  | 'AttributesToGet'
  | 'AttributeUpdates'
  | 'ConditionalOperator'
  | 'Expected'
  | 'KeyConditions'
  | 'QueryFilter'
  | 'ReturnItemCollectionMetrics';

/** The input of a call, and the name that DynamoDB has for the operation. */
export abstract class Command<Input extends object = object, Output = unknown> {
  abstract readonly operation: string;
  /** Exists for the compiler only: `send` infers the type of its result from it. */
  declare readonly output: Output;
  constructor(readonly input: Input) {}
}

export class GetCommand extends Command<Omit<sdk.GetCommandInput, Legacy>, sdk.GetCommandOutput> {
  readonly operation = 'GetItem';
}
export class PutCommand extends Command<Omit<sdk.PutCommandInput, Legacy>, sdk.PutCommandOutput> {
  readonly operation = 'PutItem';
}
export class UpdateCommand extends Command<Omit<sdk.UpdateCommandInput, Legacy>, sdk.UpdateCommandOutput> {
  readonly operation = 'UpdateItem';
}
export class DeleteCommand extends Command<Omit<sdk.DeleteCommandInput, Legacy>, sdk.DeleteCommandOutput> {
  readonly operation = 'DeleteItem';
}
export class QueryCommand extends Command<Omit<sdk.QueryCommandInput, Legacy>, sdk.QueryCommandOutput> {
  readonly operation = 'Query';
}
export class BatchGetCommand extends Command<Omit<sdk.BatchGetCommandInput, Legacy>, sdk.BatchGetCommandOutput> {
  readonly operation = 'BatchGetItem';
}
export class TransactWriteCommand extends Command<
  Omit<sdk.TransactWriteCommandInput, Legacy>,
  sdk.TransactWriteCommandOutput
> {
  readonly operation = 'TransactWriteItems';
}
