import { ok } from 'node:assert/strict';
import { callers } from '../../support/auth/owned';
import { eventOf, invoke } from '../../support/unit/event';
import { type AnyResource, nouns } from './any-resource';

type Method = Exclude<keyof AnyResource['handlers'], 'LIST'>;
type Parts = Pick<NonNullable<Parameters<typeof eventOf>[1]>, 'body' | 'query' | 'headers'> & {
  readonly status?: number | readonly number[];
};

/** Scopes of `eve`, who is an admin of each resource. */
const scope = nouns.map((noun) => `${noun}s:admin`).join(' ');
const usual: Partial<Record<Method, number>> = { POST: 201, DELETE: 204 };

/** Makes the function that sends requests to a resource, or to its item, as a caller or without a token. Checks the status. */
export const senderTo =
  ({ path, handlers }: AnyResource, id?: string) =>
  async (sub: string | undefined, method: Method, { status = usual[method] ?? 200, ...parts }: Parts = {}) => {
    const handler = handlers[id || method === 'POST' ? method : 'LIST'];
    const event = eventOf(`${method === 'ACT' ? 'POST' : method} ${path}`, {
      ...parts,
      claims: sub ? { ...callers.owner, sub, ...(sub === callers.admin.sub && { scope }) } : undefined,
    });
    const response = await invoke(handler, { ...event, pathParameters: id ? { id } : undefined });
    const shown = JSON.stringify(response.body)?.slice(0, 200);
    ok(
      [status].flat().includes(response.status),
      `${method} ${path} as ${sub}: ${response.status} instead of ${status}: ${shown}`,
    );
    return response;
  };
