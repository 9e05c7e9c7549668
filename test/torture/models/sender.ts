import { equal } from 'node:assert/strict';
import { callerIdOf } from '../../../functions/kit/http/caller';
import { eventOf, invoke } from '../../support/unit/event';
import type { AnyResource } from './any-resource';

type Method = Exclude<keyof AnyResource['handlers'], 'LIST'>;
type Parts = Pick<NonNullable<Parameters<typeof eventOf>[1]>, 'body' | 'query' | 'headers'> & {
  readonly status?: number;
};
const usual: Partial<Record<Method, number>> = { POST: 201, DELETE: 204 };

const claimsOf = (sub: string) => ({ iss: 'https://login.example/', sub });
export const ownerId = callerIdOf({ requestContext: { authorizer: { jwt: { claims: claimsOf('ada') } } } });

/** Makes the function that sends requests to a resource, or to its item, as a caller or without a token. Checks the status. */
export const senderTo =
  ({ path, handlers }: AnyResource, id?: string) =>
  async (sub: string | undefined, method: Method, { status = usual[method] ?? 200, ...parts }: Parts = {}) => {
    const handler = handlers[id || method === 'POST' ? method : 'LIST'];
    const event = eventOf(`${method === 'ACT' ? 'POST' : method} ${path}`, {
      ...parts,
      claims: sub ? claimsOf(sub) : undefined,
    });
    const response = await invoke(handler, { ...event, pathParameters: id ? { id } : undefined });
    equal(response.status, status, `${method} ${path} as ${sub}: ${JSON.stringify(response.body)?.slice(0, 200)}`);
    return response;
  };
