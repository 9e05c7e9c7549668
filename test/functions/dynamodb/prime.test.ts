/**
 * @jest-environment-options {"customExportConditions": ["lean", "node", "node-addons"]}
 */
import { createServer, type Server } from 'node:net';
import { prime } from '../../../functions/dynamodb/prime';
import type { ApiEvent } from '../../../functions/http/event';
import { entryOf, type Route } from '../../../functions/http/route';
import { handler } from '../../../functions/posts/get';
import * as routes from '../../../functions/routes';
import { awakeMs, useAwakeTimers } from '../../support/awake';
import { useEndpoint } from '../../support/dynamodb/endpoint';
import { ask } from '../../support/resources';
import { storedPost } from '../../support/table';

const { listen, listenHealthy, logged, requests } = useEndpoint();

const get = () => ask(`GET /posts/${storedPost.sk}`);

useAwakeTimers();

describe('priming', () => {
  const resources = Object.entries<Route>(routes).filter(([, { actions }]) => actions);
  const stages = resources.flatMap(([name, route]) => [
    [name, 'without ownership', route, ''] as const,
    [name, 'with ownership', route, 'true'] as const,
  ]);
  test.each(stages)(
    '%s %s runs its handler to a response without a call to DynamoDB',
    async (_, __, route, ownership) => {
      process.env.OWNERSHIP = ownership;
      await listenHealthy();
      const { handler: primed } = await import(`../../../${entryOf(route)}`);
      let status: unknown;
      let body: string | undefined;
      const warmUp = async (event: ApiEvent) => {
        ({ body } = event);
        ({ statusCode: status } = await primed.warmUp(event));
      };
      await prime(route, { warmUp });
      expect([200, 201, 204]).toContain(status);
      expect(requests.map(({ method }) => method)).toEqual(['GET']);
      expect(logged()).toBe('');
      // An optional id would cost a write to another item.
      const sent = Object.entries(route.body ?? {}).filter(
        ([name, field]) => !(name.endsWith('Id') && field.isOptional),
      );
      expect(body && Object.keys(JSON.parse(body))).toEqual(route.body && sent.map(([name]) => name));
      delete process.env.OWNERSHIP;
    },
  );

  test('ends when the connection is open', async () => {
    await listenHealthy();
    const startedMs = awakeMs();
    await prime(routes.getPost, handler);
    expect(awakeMs() - startedMs).toBeLessThan(200);
    expect(requests).toHaveLength(1);
    // Opens standard output for the first log line.
    expect(process.stdout.write).toHaveBeenCalledWith('');
  });

  test.each<[string, string | (() => Server)]>([
    ['has no address', ''],
    ['is dead', 'http://127.0.0.1:1'],
    ['hangs', () => createServer(() => {})],
    ['replies without HTTP', () => createServer((socket) => socket.end('garbage'))],
    ['closes the connection', () => createServer((socket) => socket.destroy())],
  ])('does no harm and ends soon when DynamoDB %s', async (_, server) => {
    if (typeof server === 'string') process.env.AWS_ENDPOINT_URL_DYNAMODB = server;
    else await listen(server());
    const startedMs = awakeMs();
    await prime(routes.getPost, handler);
    expect(awakeMs() - startedMs).toBeLessThan(600);
    expect(logged()).toBe('');
    await listenHealthy();
    expect((await get()).status).toBe(404);
  });

  test('does no harm when the handler fails', async () => {
    await listenHealthy();
    await prime(routes.getPost, { warmUp: () => Promise.reject(new Error('broken')) });
    expect((await get()).status).toBe(404);
  });
});
