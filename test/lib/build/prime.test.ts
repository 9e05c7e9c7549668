import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../../functions/http/row';
import * as routes from '../../../functions/routes';
import { bundle } from '../../../lib/build/bundle';
import { useAwakeTimers } from '../../support/awake';
import { useEndpoint } from '../../support/endpoint';
import { eventOf, invoke } from '../../support/event';
import { nobody } from '../../support/service';

type Bundle = { readonly primed: () => Promise<void>; readonly handler: Parameters<typeof invoke>[0] };

const { listenHealthy, requests, said } = useEndpoint();

useAwakeTimers();

describe.each(['lean', 'sdk'] as const)('a bundle with the client %s that is primed', (client) => {
  const folder = mkdtempSync(join(tmpdir(), 'users-and-posts-'));
  beforeAll(() => bundle(folder, client));
  afterAll(() => rmSync(folder, { recursive: true }));
  const load = (name: string): Bundle => createRequire(__filename)(join(folder, name, `${name}.cjs`));

  test.each(Object.entries<Row>(routes))('of %s asks for nothing, and says nothing', async (name, { table }) => {
    await listenHealthy();
    await load(name).primed();
    const asked = requests.map(({ method, url, headers }) => ({ method, url, headers }));
    const { host } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
    expect(asked).toEqual(table ? [{ method: 'GET', url: '/', headers: { host, connection: 'keep-alive' } }] : []);
    expect(said()).toBe('');
  });

  test('has a connection for the first request, which is still the first', async () => {
    await listenHealthy();
    jest.resetModules();
    const { primed, handler } = load('getPost');
    await primed();
    expect((await invoke(handler, eventOf(`GET /posts/${nobody}`))).status).toBe(404);
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(requests[1]?.socket).toBe(requests[0]?.socket);
    expect(JSON.parse(said())).toMatchObject({ coldStarts: 1, status: 404 });
  });
});
