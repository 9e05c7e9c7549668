import { root } from '../root';
import type { ServedRequest } from './gateway/gateway';
import type { DatabaseCall } from './lambda/database-call';
import type { LocalService } from './serve';
import type { DeliveredBatch } from './streams/start';
import { isRecord } from './template/intrinsics';

const list = new Intl.ListFormat('en');

/** Formats a line for each variable that only AWS knows. */
export const formatMissing = (missing: LocalService['missingVariables']): string =>
  [...missing]
    .map(
      ([name, functions]) =>
        `${name} of ${list.format(functions)} is known to AWS only; give it by --env ${name}=… or in .env\n`,
    )
    .join('');

/** Formats the given variables that no function has, each as a line. */
export const formatUnknown = (names: readonly string[]) =>
  names.map((name) => `No function has the variable ${name}, which --env or .env gives.\n`).join('');

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/**
 * Formats a log line of a function for the terminal. Returns undefined for a line that is not shown, because it is in order:
 * its level is below WARN.
 */
export const formatLogLine = (functionName: string, line: string): string | undefined => {
  const entry = parseJson(line);
  if (!isRecord(entry)) return line === '' ? undefined : `${functionName}: ${line}`;
  const { error, level } = entry;
  if (isRecord(error)) {
    const text = String(error.stack ?? [error.name, error.message].filter(Boolean).join(': '));
    return `${functionName}: ${text.replaceAll(`${root}/`, '')}`;
  }
  const isOrdinary = level !== undefined && !/^(warn|error|fatal)/i.test(String(level));
  return isOrdinary ? undefined : `${functionName}: ${line}`;
};

/** Formats the calls of DynamoDB and their units: `5 write units: TransactWriteItems(Put, Update)`. */
const formatCalls = (calls: ServedRequest['calls'] = []) => {
  if (calls.length === 0) return '';
  const isRead = ({ operation }: DatabaseCall) => /^(Get|BatchGet|Query)/.test(operation);
  const units = ['read', 'write'].flatMap((kind) => {
    const own = calls.filter((call) => isRead(call) === (kind === 'read'));
    const sum = own.reduce((total, call) => total + call.units, 0);
    return own.length > 0 ? [`${sum} ${kind} ${sum === 1 ? 'unit' : 'units'}`] : [];
  });
  return `, ${units.join(' and ')}: ${calls.map(({ operation }) => operation).join(', ')}`;
};

/** Formats a request and its status as a line for the terminal, with the code of a problem and the calls of DynamoDB. */
export const formatRequest = ({ method, target, status, body, calls, durationMs }: ServedRequest): string => {
  const { code } = Object(status < 400 ? undefined : parseJson(String(body)));
  const parts = [method, target, status, code, Math.round(durationMs)].filter((part) => part !== undefined);
  return `${parts.join(' ')} ms${formatCalls(calls)}\n`;
};

/** Formats a batch of changes that a function got as a line for the terminal. */
export const formatDelivery = ({ functionName, count, outcome, durationMs, calls }: DeliveredBatch): string => {
  const changes = count === 1 ? '1 change' : `${count} changes`;
  const ends = {
    handled: `${Math.round(durationMs)} ms${formatCalls(calls)}`,
    failed: `failed, ${Math.round(durationMs)} ms; the function gets what failed again`,
    expired: 'too old to be sent again; a protected stage keeps them as failed changes',
  };
  return `${functionName} ${changes} ${ends[outcome]}\n`;
};
