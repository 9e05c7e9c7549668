import type { ListRequest, World, WorldRequest } from './world';

const collections = { users: '/api/v1/users', posts: '/posts' } as const;

const optionalHeader = (name: string, value: string | undefined): Record<string, string> =>
  value ? { [name]: value } : {};

const pathOf = (request: ListRequest) => {
  if (request.verb === 'find') return `/api/v1/users?email=${encodeURIComponent(request.email)}`;
  if (request.verb === 'postsOf') return `/posts?userId=${request.userId}&limit=100`;
  const path = collections[request.kind];
  if (request.verb === 'byId') return `${path}?${request.ids.map((id) => `id=${id}`).join('&')}`;
  const [since, before] = [request.sinceMs, request.beforeMs].map((ms) => new Date(ms).toISOString());
  return `${path}?createdSince=${since}&createdBefore=${before}&limit=100`;
};

/** Serializes a request. The world provides the id of the resource that the request names. */
export const serializeRequest = (
  request: WorldRequest,
  world: World,
): { line: string; headers?: Record<string, string>; body?: unknown } => {
  if (!('token' in request)) return { line: `GET ${pathOf(request)}${request.isExpanded ? '&expand=user' : ''}` };
  if (request.verb === 'create') {
    const headers = optionalHeader('idempotency-key', request.key);
    return { line: `POST ${collections[request.kind]}`, headers, body: request.fields };
  }
  if (request.verb === 'place') {
    const line = `PUT ${collections[request.kind]}/${request.id}`;
    return { line, headers: { 'if-none-match': '*' }, body: request.fields };
  }
  const { kind = 'posts', id } = world.get(request.token) ?? {};
  const path = `${collections[kind]}/${id}`;
  if (request.verb === 'get') {
    return { line: `GET ${path}`, headers: optionalHeader('if-none-match', request.ifNoneMatch) };
  }
  const headers = optionalHeader('if-match', request.ifMatch);
  if (request.verb === 'remove') return { line: `DELETE ${path}${request.isForced ? '?force=true' : ''}`, headers };
  if (request.verb === 'patch') return { line: `PATCH ${path}`, headers, body: request.patch };
  return { line: `PUT ${path}`, headers, body: request.fields };
};
