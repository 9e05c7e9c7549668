import type * as sdk from '@aws-sdk/lib-dynamodb';

/** The input of a call, and the name that DynamoDB has for the operation. */
export abstract class Command<Input extends object = object, Output = unknown> {
  abstract readonly operation: string;
  declare readonly output: Output;
  constructor(readonly input: Input) {}
}

export class GetCommand extends Command<sdk.GetCommandInput, sdk.GetCommandOutput> {
  readonly operation = 'GetItem';
}
export class PutCommand extends Command<sdk.PutCommandInput, sdk.PutCommandOutput> {
  readonly operation = 'PutItem';
}
export class UpdateCommand extends Command<sdk.UpdateCommandInput, sdk.UpdateCommandOutput> {
  readonly operation = 'UpdateItem';
}
export class DeleteCommand extends Command<sdk.DeleteCommandInput, sdk.DeleteCommandOutput> {
  readonly operation = 'DeleteItem';
}
export class QueryCommand extends Command<sdk.QueryCommandInput, sdk.QueryCommandOutput> {
  readonly operation = 'Query';
}
export class BatchGetCommand extends Command<sdk.BatchGetCommandInput, sdk.BatchGetCommandOutput> {
  readonly operation = 'BatchGetItem';
}
export class TransactWriteCommand extends Command<sdk.TransactWriteCommandInput, sdk.TransactWriteCommandOutput> {
  readonly operation = 'TransactWriteItems';
}
