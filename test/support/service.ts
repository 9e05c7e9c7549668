import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { serve } from '../../lib/local/serve';
import { type HttpParts, send } from './http';
import { walkWith } from './links';
import { undocumented } from './valid';

type TableCall = { readonly functionName: string; readonly action: string; readonly resource: string };

export const collections = ['/api/v1/users', '/posts'] as const;
type Collection = (typeof collections)[number];

/** Makes a valid body for a collection. Each user has another address. */
export const bodyFor = (collection: Collection, name: string) =>
  collection === '/posts' ? { title: name } : { name, email: `${name}-${randomUUID()}@example.com` };

/** Serves the synthesized stack with tables of its own, for the tests of one file. */
export const startService = () => {
  const calls: TableCall[] = [];
  const lines: Record<string, unknown>[] = [];
  let running: Awaited<ReturnType<typeof serve>> | undefined;
  beforeAll(async () => {
    running = await serve({
      assembly: process.env.ASSEMBLY ?? '',
      port: 0,
      hostNames: ['api.example'],
      tableSuffix: `-${randomUUID()}`,
      onCall: (call) => calls.push(call),
      onLog: (_, line) => line.startsWith('{') && lines.push(JSON.parse(line)),
    });
  });
  afterAll(() => running?.close());
  /** Sends a request. Throws when the OpenAPI document does not have the response. */
  const ask = async (line: string, parts?: HttpParts) => {
    const response = await send(running?.url ?? '', line, parts);
    const errors = undocumented(line, response);
    if (errors.length > 0) throw new Error(`${line}: ${errors.join('; ')}`);
    return response;
  };
  /** Creates a resource, and returns it with its ETag and its path. */
  const createWith = async (path: Collection, body: unknown) => {
    const created = await ask(`POST ${path}`, { body });
    expect(created).toMatchObject({ status: 201 });
    return { ...created.body, etag: created.headers.etag, path: `${path}/${created.body.id}` };
  };
  let users = 0;
  const user = (name = 'Ada') => createWith('/api/v1/users', { name, email: `user-${++users}@example.com` });
  const post = (body: object = {}) => createWith('/posts', { title: 'A title', ...body });
  const create = (collection: Collection) => (collection === '/posts' ? post() : user());
  const url = () => running?.url ?? '';
  const walk = walkWith(ask, url);
  /** Returns the log line of a response, which arrives a moment after the response. */
  const lineOf = async ({ headers }: { headers: Record<string, unknown> }) => {
    for (const deadlineMs = Date.now() + 2000; Date.now() < deadlineMs; await setImmediate()) {
      const line = lines.find(({ requestId }) => requestId === headers['apigw-requestid']);
      if (line) return line;
    }
    throw new Error('The function logged no line for this request.');
  };
  return { ask, user, post, create, walk, calls, lineOf, url };
};

/** Valid id of no resource. */
export const nobody = '01890000-0000-7000-8000-000000000000';

/** Pattern of a problem (section 6 of the contract). */
export const problem = (status: number, code: string, rest: object = {}) => ({
  status,
  headers: expect.objectContaining({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }),
  body: expect.objectContaining({ type: 'about:blank', status, code, requestId: expect.any(String), ...rest }),
});
