import { Console } from 'node:console';
import type { ExploredRequest, Run, Slot } from './run';

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

/** Prints a run as a table: a column for each request, and a row for each call. */
export const printRun = ({ slots, trace }: Run) =>
  new Console(process.stdout).table([
    slots.map(({ request }) => describeRequest(request)),
    ...trace.map((step) => slots.map((_, i) => (step.startsWith(`${'ABC'[i]} `) ? step.slice(2) : ''))),
    slots.map(describeResponse),
  ]);
