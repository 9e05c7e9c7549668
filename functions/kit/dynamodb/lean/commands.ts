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
export type Command<Output = unknown> = {
  readonly operation: string;
  readonly input: object;
  readonly output?: Output;
};

const command = <Input extends object, Output>(operation: string) =>
  class {
    readonly operation = operation;
    /** Exists for the compiler only, so that `send` can infer the type of the output. */
    declare readonly output?: Output;
    constructor(readonly input: Omit<Input, Unsupported>) {}
  };

export const GetCommand = /* @__PURE__ */ command<sdk.GetCommandInput, sdk.GetCommandOutput>('GetItem');
export const UpdateCommand = /* @__PURE__ */ command<sdk.UpdateCommandInput, sdk.UpdateCommandOutput>('UpdateItem');
export const DeleteCommand = /* @__PURE__ */ command<sdk.DeleteCommandInput, sdk.DeleteCommandOutput>('DeleteItem');
export const QueryCommand = /* @__PURE__ */ command<sdk.QueryCommandInput, sdk.QueryCommandOutput>('Query');
export const BatchGetCommand = /* @__PURE__ */ command<sdk.BatchGetCommandInput, sdk.BatchGetCommandOutput>(
  'BatchGetItem',
);
export const TransactWriteCommand = /* @__PURE__ */ command<
  sdk.TransactWriteCommandInput,
  sdk.TransactWriteCommandOutput
>('TransactWriteItems');
