import { type GatewayResponse, messageResponse } from './response';

const localNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses a Host header that names neither this machine nor one of `hostNames`. Any port is allowed. Without the
 * refusal, a page in a browser could read and change local data, because the page's own name may resolve to 127.0.0.1
 * (DNS rebinding).
 */
export const refuseHost = (host: string, hostNames: readonly string[]): GatewayResponse | undefined => {
  const allowed = [...localNames, ...hostNames];
  const name = host.toLowerCase().replace(/:\d*$/, '');
  if (allowed.includes(name)) return undefined;
  const names = `${allowed.slice(0, -1).join(', ')} and ${allowed.at(-1)}`;
  return messageResponse(
    421,
    `The Host header names ${name}; allowed are ${names}, and each name given as --host-name`,
  );
};
