import type { Resource } from '../../../functions/kit/site/openapi/resource';
import type { HeldCall } from './instance';
import type { StoredJson } from './table';

/** A request that meets others. `tag` is the id of the stored resource whose ETag is in `If-Match`. */
export type ExploredRequest = {
  readonly line: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly tag?: string;
  readonly claims?: Record<string, string>;
  /** The status and the code that the request gets alone, where no test of the contract can make the table. */
  readonly answer?: string;
  /** True for a request to the items that most requests change. Three of these meet. */
  readonly isHot?: true;
  /** The resource of a list that the request reads page by page, to the end. */
  readonly walked?: Resource;
  /** The folder of the bundles that answer the request. By default that of the explorer. */
  readonly bundles?: string;
};

/** The requests that make a table, and the requests that meet on it. */
export type Scenario = {
  readonly setup: readonly ExploredRequest[];
  /** A request of the setup, whose function dies after its first call. */
  readonly dying?: ExploredRequest;
  /** The time between the setup and the requests. By default a second. */
  readonly aheadMs?: number;
  readonly ownership?: boolean;
  /** True for parents from before they could have children: those without a child have no counter. */
  readonly isOlder?: true;
  /** True if code that knows no entries writes, too. */
  readonly lacksEntries?: boolean;
  readonly requests: readonly ExploredRequest[];
  /** Lists of the resources. */
  readonly reads?: readonly ExploredRequest[];
};

/** A request in a run. Its response is undefined when its function has died. */
export type Slot = {
  readonly request: ExploredRequest;
  /** The places of its calls in the run. */
  readonly steps: number[];
  isDone: boolean;
  call?: HeldCall;
  /** Calls that the request has made beside `call`, such as queries of several shards. */
  readonly queue: HeldCall[];
  /** Response of the function, as far as runs are compared. */
  response?: { readonly status: number; readonly etag?: string; readonly code: string; readonly body?: object };
};
export type Run = {
  readonly slots: readonly Slot[];
  readonly trace: readonly string[];
  /** The table before each step of the trace. */
  readonly tables: readonly (readonly StoredJson[])[];
  readonly items: readonly StoredJson[];
  readonly isRepeat?: boolean;
};

const describeRequest = ({ line, body, headers, tag }: ExploredRequest) =>
  [line, body && JSON.stringify(body), headers && Object.keys(headers), tag && 'if-match'].filter(Boolean).join(' ');

const describeResponse = ({ response }: Slot) =>
  response ? `${response.status} ${response.code}`.trim() : 'no response';

/** Describes a run in one line: the requests, the calls in their order, and the responses. */
export const describeRun = ({ slots, trace }: Run) =>
  [
    slots.map(({ request }, i) => `${'ABC'[i]} ${describeRequest(request)}`).join(' | '),
    trace.join(', '),
    slots.map(describeResponse).join(' | '),
  ].join(': ');

/** A call that waits, and what may happen to it. `index` is the place of its request. */
export type Option = { readonly slot: Slot; readonly index: number; readonly call: HeldCall; readonly outcome: string };
/** Chooses the next step, by its place in the list. */
export type Choose = (options: readonly Option[]) => number;
