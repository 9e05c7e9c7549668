/**
 * @jest-environment-options {"customExportConditions": ["lean", "node", "node-addons"]}
 */
import { createServer, type Server } from 'node:net';
import type { Event } from '../../../functions/http/event';
import type { Row } from '../../../functions/http/row';
import { handler } from '../../../functions/posts/get';
import * as routes from '../../../functions/routes';
import { prime } from '../../../functions/table/prime';
import { awakeMs, useAwakeTimers } from '../../support/awake';
import { useEndpoint } from '../../support/endpoint';
import { eventOf, invoke } from '../../support/event';
import { post } from '../../support/table';

const { listen, listenHealthy, requests, said } = useEndpoint();

const get = () => invoke(handler, eventOf(`GET /posts/${post.sk}`));

useAwakeTimers();

describe('priming', () => {
  const resources = Object.entries<Row>(routes).filter(([, { table }]) => table);
  test.each(resources)('%s goes all the way to an answer, and asks DynamoDB for none', async (_, row) => {
    await listenHealthy();
    const { handler: primed } = await import(`../../../${row.source}`);
    let status: unknown;
    const rehearse = async (event: Event) => {
      ({ statusCode: status } = await primed.rehearse(event));
    };
    await prime(row, { rehearse });
    expect([200, 201, 204]).toContain(status);
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
    expect(said()).toBe('');
  });

  test('is over when the connection is there', async () => {
    await listenHealthy();
    const startedMs = awakeMs();
    await prime(routes.getPost, handler);
    expect(awakeMs() - startedMs).toBeLessThan(200);
    expect(requests).toHaveLength(1);
  });

  test.each<[string, () => Server | undefined]>([
    ['is dead', () => undefined],
    ['hangs', () => createServer(() => {})],
    ['says what is no HTTP', () => createServer((socket) => socket.end('garbage'))],
    ['breaks off', () => createServer((socket) => socket.destroy())],
  ])('does no harm and takes no time where DynamoDB %s', async (_, serverOf) => {
    const server = serverOf();
    if (server) await listen(server);
    else process.env.AWS_ENDPOINT_URL_DYNAMODB = 'http://127.0.0.1:1';
    const startedMs = awakeMs();
    await prime(routes.getPost, handler);
    expect(awakeMs() - startedMs).toBeLessThan(600);
    expect(said()).toBe('');
    await listenHealthy();
    expect((await get()).status).toBe(404);
  });

  test('does no harm where no endpoint is set', async () => {
    process.env.AWS_ENDPOINT_URL_DYNAMODB = '';
    await prime(routes.getPost, handler);
    await listenHealthy();
    expect((await get()).status).toBe(404);
  });

  test('does no harm where the handler fails', async () => {
    await listenHealthy();
    await prime(routes.getPost, { rehearse: () => Promise.reject(new Error('broken')) });
    expect((await get()).status).toBe(404);
  });
});
