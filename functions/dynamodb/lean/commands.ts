import type * as sdk from '@aws-sdk/lib-dynamodb';

/** Options that the stand-in lacks: the legacy options of before 2014, and `ReturnItemCollectionMetrics`. */
type Unsupported =
  | 'AttributesToGet'
  | 'AttributeUpdates'
  | 'ConditionalOperator'
  | 'Expected'
  | 'KeyConditions'
  | 'QueryFilter'
  | 'ReturnItemCollectionMetrics';

/** Input of a call, and DynamoDB's name of the operation. */
export abstract class Command<Input extends object = object, Output = unknown> {
  abstract readonly operation: string;
  /** Exists for the compiler only, so that `send` can infer the type of the output. */
  declare readonly output: Output;
  constructor(readonly input: Input) {}
}

export class GetCommand extends Command<Omit<sdk.GetCommandInput, Unsupported>, sdk.GetCommandOutput> {
  readonly operation = 'GetItem';
}
export class PutCommand extends Command<Omit<sdk.PutCommandInput, Unsupported>, sdk.PutCommandOutput> {
  readonly operation = 'PutItem';
}
export class UpdateCommand extends Command<Omit<sdk.UpdateCommandInput, Unsupported>, sdk.UpdateCommandOutput> {
  readonly operation = 'UpdateItem';
}
export class DeleteCommand extends Command<Omit<sdk.DeleteCommandInput, Unsupported>, sdk.DeleteCommandOutput> {
  readonly operation = 'DeleteItem';
}
export class QueryCommand extends Command<Omit<sdk.QueryCommandInput, Unsupported>, sdk.QueryCommandOutput> {
  readonly operation = 'Query';
}
export class BatchGetCommand extends Command<Omit<sdk.BatchGetCommandInput, Unsupported>, sdk.BatchGetCommandOutput> {
  readonly operation = 'BatchGetItem';
}
export class TransactWriteCommand extends Command<
  Omit<sdk.TransactWriteCommandInput, Unsupported>,
  sdk.TransactWriteCommandOutput
> {
  readonly operation = 'TransactWriteItems';
}
