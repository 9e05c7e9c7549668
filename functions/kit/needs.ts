/** Permissions, variables and limits of a function. The stack gives these, and no others. */
export type Needs = {
  /** File that exports the handler as `handler`. By default handlers.ts in the folder of the resource has it, by the route's name. */
  readonly entry?: `functions/${string}.ts`;
  /** DynamoDB actions on the table that the role of the function allows. */
  readonly actions?: readonly ('GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem')[];
  /** Indexes that the role allows to query, beside those of the fields in `query` and those of children. */
  readonly indexes?: readonly `by${string}`[];
  /**
   * Actions of other services that the role allows, by the name that lib/own.ts gives to their resource. Name the resource `*`
   * for actions that AWS cannot limit to one.
   * @example grants: { placedOrders: ['sqs:SendMessage'] }
   */
  readonly grants?: Readonly<Record<string, readonly `${string}:${string}`[]>>;
  /**
   * Variables of the function, whose values lib/own.ts has. The handler reads them by `variableOf`.
   * @example environment: ['PLACED_ORDERS_URL']
   */
  readonly environment?: readonly string[];
  /** Memory, and with it the share of a processor. By default 512. */
  readonly memoryMb?: number;
  /** Time until Lambda stops the function. By default 10. API Gateway waits for at most 30. */
  readonly timeoutSeconds?: number;
};

/** Function that is no route, such as a nightly job or the consumer of a queue. lib/own.ts says when it runs. */
export type Job = Needs & Required<Pick<Needs, 'entry'>>;

/** Resource whose changes a reaction gets: the entity of its first version. */
type Followed = { readonly collection: string; readonly path: string };

/** Function that gets the changes of resources after they were written. `handleChanges` makes its handler. */
export type Reaction = Job & {
  /**
   * Entities of the resources.
   * @example changesOf: orders
   */
  readonly changesOf: Followed | readonly Followed[];
  /** Maximum number of changes in an invocation. By default 100. */
  readonly batchSize?: number;
  /** Maximum time for which changes wait until a batch is full. By default 1, and 0 waits for none. */
  readonly windowSeconds?: number;
  /** Number of batches of a shard that run at once. The changes of one resource keep their order. By default 1. */
  readonly concurrency?: number;
  /** Time after a write until a change that fails goes to the failed changes, and lets the next ones pass. By default 15. */
  readonly retryMinutes?: number;
};

/** Returns the resources whose changes a function gets. A job has none. */
export const followedBy = (declared: Needs | Reaction): readonly Followed[] =>
  'changesOf' in declared ? [declared.changesOf].flat() : [];
