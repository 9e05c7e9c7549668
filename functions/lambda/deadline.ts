import { invocation } from './invocation';

/** Milliseconds that the request has left; Infinity outside a request. */
export const msLeft = () => {
  const { deadlineMs = Number.POSITIVE_INFINITY } = invocation.getStore() ?? {};
  return Math.max(0, deadlineMs - Date.now());
};
