import { nounOf, type Resource } from '../../functions/http/resource';
import { resources } from '../../functions/resources';
import { serve } from '../local/serve';
import type { RouteName } from './budget';
import { median } from './median';

const ROUNDS = 60;

/** Sends a request such as `GET /posts` and returns the path in the `Location` of its response. */
type SendRequest = (line: string, body?: object) => Promise<string>;

/** Sends one request to each route. Creates parents first and deletes them last. */
const callEachRoute = async (send: SendRequest) => {
  for (const path of ['/', '/openapi.json', '/docs', '/nowhere']) await send(`GET ${path}`);
  const members = new Map<string, string>();
  const withParent = ({ belongsTo }: Resource, request: object) => {
    const parent = belongsTo && members.get(belongsTo.parent);
    return parent && belongsTo.attribute in request
      ? { ...request, [belongsTo.attribute]: parent.slice(-36) }
      : request;
  };
  for (const resource of resources) {
    const { path, examples } = resource;
    members.set(nounOf(resource), await send(`POST ${path}`, withParent(resource, examples.create.request)));
    await send(`GET ${path}`);
  }
  for (const resource of resources.toReversed()) {
    const member = members.get(nounOf(resource));
    await send(`GET ${member}`);
    await send(`PUT ${member}`, withParent(resource, resource.examples.replace.request));
    await send(`PATCH ${member}`, withParent(resource, resource.examples.update.request));
    await send(`DELETE ${member}`);
  }
};

/** Measures the milliseconds of each route's function: the median of 60 requests to the local service. */
export const measureRoutes = async (assembly: string): Promise<Record<RouteName, number>> => {
  const times: Record<string, number[]> = {};
  const onLog = (name: string, line: string) => {
    const { ms }: { ms?: number } = line.startsWith('{') ? JSON.parse(line) : {};
    if (ms !== undefined) times[name] = [...(times[name] ?? []), ms];
  };
  const local = await serve({ assembly, port: 0, onLog });
  try {
    const send: SendRequest = async (line, body) => {
      const [method, path = '/'] = line.split(' ');
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(local.url + path, { method, headers, body: body && JSON.stringify(body) });
      const text = await response.text();
      if (!response.ok && path !== '/nowhere') throw new Error(`${line} answers ${response.status}: ${text}`);
      const { pathname } = new URL(response.headers.get('location') ?? '/', local.url);
      return pathname;
    };
    for (let round = 0; round < ROUNDS; round++) await callEachRoute(send);
  } finally {
    await local.close();
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)])) as Record<
    RouteName,
    number
  >;
};
