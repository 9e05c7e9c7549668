import { invocation } from './invocation';

/** Time that Lambda needs to write and send the response. */
const RESERVE_MS = 300;

/** The shortest attempt of a call to DynamoDB. A shorter one would only turn a known failure into an unknown outcome. */
export const MIN_ATTEMPT_MS = 50;

/** The shortest time for a transaction that deletes posts of a user. */
export const MIN_REMOVAL_MS = 1000;

/** The instant until which a request may work, of an invocation that has `leftMs` left. */
export const deadlineAfter = (leftMs: number) => Date.now() + leftMs - RESERVE_MS;

/** Milliseconds until the deadline of the request; Infinity outside a request. */
export const msLeft = () => {
  const { deadlineMs = Number.POSITIVE_INFINITY } = invocation.getStore() ?? {};
  return Math.max(0, deadlineMs - Date.now());
};
