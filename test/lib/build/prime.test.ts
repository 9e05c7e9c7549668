import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Route } from '../../../functions/http/route';
import * as routes from '../../../functions/routes';
import { bundle } from '../../../lib/build/bundle';
import { useAwakeTimers } from '../../support/awake';
import { useEndpoint } from '../../support/dynamodb/endpoint';
import { eventOf, invoke } from '../../support/event';
import { temporaryFolder } from '../../support/folder';
import { nobody } from '../../support/service';

type Bundle = { readonly primed: () => Promise<void>; readonly handler: Parameters<typeof invoke>[0] };

const { listenHealthy, logged, requests } = useEndpoint();

useAwakeTimers();

describe.each(['lean', 'sdk'] as const)('a primed bundle with the client %s', (client) => {
  const folder = client === 'lean' ? join(process.env.ASSEMBLY ?? '', 'bundles') : temporaryFolder();
  beforeAll(async () => client === 'lean' || (await bundle(folder, client)));
  const load = (name: string): Bundle => createRequire(__filename)(join(folder, name, `${name}.cjs`));

  test.each(Object.entries<Route>(routes))('of %s reads no data, and logs nothing', async (name, { actions }) => {
    await listenHealthy();
    await load(name).primed();
    const sent = requests.map(({ method, url, headers }) => ({ method, url, headers }));
    const { host } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
    expect(sent).toEqual(actions ? [{ method: 'GET', url: '/', headers: { host, connection: 'keep-alive' } }] : []);
    expect(logged()).toBe('');
  });

  test('has a connection for the first request, which is still the cold start', async () => {
    await listenHealthy();
    jest.resetModules();
    const { primed, handler } = load('getPost');
    await primed();
    expect((await invoke(handler, eventOf(`GET /posts/${nobody}`))).status).toBe(404);
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(requests[1]?.socket).toBe(requests[0]?.socket);
    expect(JSON.parse(logged())).toMatchObject({ coldStart: 1, status: 404 });
  });
});
