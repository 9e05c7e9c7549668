import { invocation } from '../http/invocation';

/** Milliseconds that the request has left; without end where no request is served. */
export const msLeft = () => {
  const { deadlineMs = Number.POSITIVE_INFINITY } = invocation.getStore() ?? {};
  return Math.max(0, deadlineMs - Date.now());
};
