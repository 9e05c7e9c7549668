import { equal } from 'node:assert/strict';
import { callers } from '../../support/auth/owned';
import { eventOf, invoke } from '../../support/unit/event';
import type { AnyResource } from './any-resource';

type Method = Exclude<keyof AnyResource['handlers'], 'LIST'>;
type Parts = Pick<NonNullable<Parameters<typeof eventOf>[1]>, 'body' | 'query' | 'headers'> & {
  readonly status?: number;
};
const usual: Partial<Record<Method, number>> = { POST: 201, DELETE: 204 };

/** Makes the function that sends requests to a resource, or to its item, as a caller or without a token. Checks the status. */
export const senderTo =
  ({ path, handlers }: AnyResource, id?: string) =>
  async (sub: string | undefined, method: Method, { status = usual[method] ?? 200, ...parts }: Parts = {}) => {
    const handler = handlers[id || method === 'POST' ? method : 'LIST'];
    const event = eventOf(`${method === 'ACT' ? 'POST' : method} ${path}`, {
      ...parts,
      claims: sub ? { ...callers.owner, sub } : undefined,
    });
    const response = await invoke(handler, { ...event, pathParameters: id ? { id } : undefined });
    equal(response.status, status, `${method} ${path} as ${sub}: ${JSON.stringify(response.body)?.slice(0, 200)}`);
    return response;
  };
