import type { Request, World } from './world';

const collections = { users: '/api/v1/users', posts: '/posts' } as const;

const only = (name: string, value: string | undefined): Record<string, string> => (value ? { [name]: value } : {});

/** A request as it is sent; what it names is there in the world, or was. */
export const wire = (
  request: Request,
  world: World,
): { line: string; headers?: Record<string, string>; body?: unknown } => {
  if (request.verb === 'find') return { line: `GET /api/v1/users?email=${encodeURIComponent(request.email)}` };
  if (request.verb === 'postsOf') return { line: `GET /posts?userId=${request.userId}&limit=100` };
  if (request.verb === 'create') {
    const headers = only('idempotency-key', request.key);
    return { line: `POST ${collections[request.kind]}`, headers, body: request.members };
  }
  if (request.verb === 'place') {
    const line = `PUT ${collections[request.kind]}/${request.id}`;
    return { line, headers: { 'if-none-match': '*' }, body: request.members };
  }
  const { kind = 'posts', id } = world.get(request.token) ?? {};
  const path = `${collections[kind]}/${id}`;
  if (request.verb === 'get') {
    return { line: `GET ${path}`, headers: only('if-none-match', request.ifNoneMatch) };
  }
  const headers = only('if-match', request.ifMatch);
  if (request.verb === 'remove') return { line: `DELETE ${path}${request.isForced ? '?force=true' : ''}`, headers };
  if (request.verb === 'patch') return { line: `PATCH ${path}`, headers, body: request.patch };
  return { line: `PUT ${path}`, headers, body: request.members };
};
