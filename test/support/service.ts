import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { serve } from '../../lib/local/serve';
import { type HttpParts, send } from './http';
import { undocumented } from './valid';

type Call = { readonly functionName: string; readonly action: string; readonly resource: string };

/** The synthesized stack on tables of its own, for the tests of one file. */
export const startService = () => {
  const calls: Call[] = [];
  const lines: Record<string, unknown>[] = [];
  let running: Awaited<ReturnType<typeof serve>> | undefined;
  beforeAll(async () => {
    running = await serve({
      assembly: process.env.ASSEMBLY ?? '',
      port: 0,
      hostNames: ['api.example'],
      tableSuffix: `-${randomUUID()}`,
      // Requests at once are to meet in the table, not in a queue.
      onCall: (call) => calls.push(call),
      onLog: (_, line) => line.startsWith('{') && lines.push(JSON.parse(line)),
    });
  });
  afterAll(() => running?.close());
  /** Every answer in every test that asks over HTTP is one that the document knows. */
  const ask = async (line: string, parts?: HttpParts) => {
    const answer = await send(running?.url ?? '', line, parts);
    const faults = undocumented(line, answer);
    if (faults.length > 0) throw new Error(`${line}: ${faults.join('; ')}`);
    return answer;
  };
  /** Creates and answers what was created. */
  const create = async (path: '/api/v1/users' | '/posts', body: unknown) => {
    const answer = await ask(`POST ${path}`, { body });
    expect(answer).toMatchObject({ status: 201 });
    return { ...answer.body, etag: answer.headers.etag, path: `${path}/${answer.body.id}` };
  };
  let users = 0;
  const user = (name = 'Ada') => create('/api/v1/users', { name, email: `user-${++users}@example.com` });
  const post = (body: object = {}) => create('/posts', { title: 'A title', ...body });
  /** The log line of an answer; it comes through the worker's output, a moment after the answer itself. */
  const lineOf = async ({ headers }: { headers: Record<string, unknown> }) => {
    for (const deadlineMs = Date.now() + 2000; Date.now() < deadlineMs; await setImmediate()) {
      const line = lines.find(({ requestId }) => requestId === headers['apigw-requestid']);
      if (line) return line;
    }
    throw new Error('The function logged no line for this request.');
  };
  return { ask, user, post, calls, lineOf, url: () => running?.url ?? '' };
};

/** An id of the right form that nothing has. */
export const nobody = '01890000-0000-7000-8000-000000000000';

/** An error as the contract's §6 shapes it. */
export const problem = (status: number, code: string, rest: object = {}) => ({
  status,
  headers: expect.objectContaining({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }),
  body: expect.objectContaining({ type: 'about:blank', status, code, requestId: expect.any(String), ...rest }),
});
