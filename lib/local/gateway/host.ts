import { type Answer, message } from './answer';

const localNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses a Host header that names neither this machine nor a name given; any port is allowed. Without the refusal, a
 * page can read and change local data, because its own name may resolve to 127.0.0.1 (DNS rebinding).
 */
export function refuseHost(host: string, hostNames: readonly string[]): Answer | undefined {
  const allowed = [...localNames, ...hostNames];
  const name = host.toLowerCase().replace(/:\d*$/, '');
  if (allowed.includes(name)) return undefined;
  const names = `${allowed.slice(0, -1).join(', ')} and ${allowed.at(-1)}`;
  return message(421, `The Host header names ${name}; allowed are ${names}, and each name given as --host-name`);
}
