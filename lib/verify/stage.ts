import { methodOf, pathOf, type Route, scopesOf } from '../../functions/kit/http/route';
import { pathAt } from '../../functions/kit/site/paths';
import { resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import type { RouteTable } from '../build/entries';
import { messageOf } from '../command';
import { readEntry } from '../stack/context';
import type { ApiAccess } from '../transfer/api';
import { groups, type RowGroup, readLine } from './groups';
import { createSettling, type SendLine } from './play';
import { isOwnRoute } from './played';

export type VerifyOptions = ApiAccess & { readonly isReadOnly?: boolean; readonly stage?: string };

/** Returns the first response that the gateway did not make itself, or its last one. A new stage needs some seconds. */
const getSettled = async (send: SendLine, line: string) => {
  const isSettling = createSettling();
  for (;;) {
    const response = await send(line, {});
    if (!(await isSettling(response))) return response;
  }
};

/**
 * Reads from the OpenAPI document which routes need a token, from its `Vary` whether the stage names origins, and whether
 * OPTIONS reaches the service. Both behaviours of the gateway are reported, and only the service says `nosniff`. An open
 * stage says nothing of the routes that need a token by its entry in cdk.json.
 */
export const readStage = async (send: SendLine, url: string, name?: string) => {
  const refuse = (reason: string): never => {
    throw new Error(`--url is ${url}, which ${reason}; pass the ApiUrl of a stage`);
  };
  const { status, headers, body } = await getSettled(send, 'GET /openapi.json').catch((error) =>
    refuse(`does not answer (${messageOf(error) || error.code})`),
  );
  const { paths, info } = Object(body);
  if (status !== 200 || resources.some(({ path }) => !paths?.[path]))
    refuse(`is not this service: GET /openapi.json answers ${status} without its routes`);
  const { issuer, ...settings } = name ? readEntry(name) : {};
  const guarded = Object.values<Route>(routes).filter((route) => {
    const { security = [] } = Object(paths[pathOf(route)]?.[methodOf(route).toLowerCase()]);
    return security.length > 0 || (issuer !== undefined && scopesOf(route, settings).length > 0);
  });
  const origins = /\borigin\b/i.test(headers.vary ?? '') ? 'origins' : 'no origins';
  const options = await getSettled(send, 'OPTIONS /nothing');
  const isAnswered = options.status < 300 && !options.headers['x-content-type-options'];
  const facts = ['gateway', origins, isAnswered ? 'no options' : 'options'];
  return { guarded: guarded.map(({ routeKey }): string => routeKey), facts, info };
};

/**
 * Makes the group that asks guarded routes with an empty or a wrong token, and changes nothing if a route is open. Leaves out
 * writes of one's own, because they may need neither a body nor an item that exists.
 */
export const unauthorizedGroup = (guarded: readonly string[], table: RouteTable = routes): RowGroup => {
  const asked = Object.values<Route>(table).filter(
    (route) => guarded.includes(route.routeKey) && (methodOf(route) === 'GET' || !isOwnRoute(route)),
  );
  const lines = asked.map(({ routeKey }) =>
    routeKey.replace(/\{\w+\}/g, (name) => (name === '{id}' ? '{nobody}' : 'x1')),
  );
  const rows = lines.flatMap((line) =>
    ['', 'Bearer none'].map((token) => `${line} | authorization: ${token} | 401 | www-authenticate: /^Bearer/`),
  );
  return { promise: 'A guarded route answers 401 without a valid token', rows };
};

/** Tells whether the request of a line such as `HEAD /orders/1?expand=customer` reaches a guarded route. */
export const isGuarded = (line: string, guarded: readonly string[], table: RouteTable = routes) => {
  const [sent, address = ''] = line.split(/[ ?]/);
  const method = sent === 'HEAD' ? 'GET' : sent;
  const paths = Object.values<Route>(table)
    .filter((route) => methodOf(route) === method)
    .map(pathOf);
  return guarded.includes(`${method} ${pathAt(paths, address)}`);
};

type VerifiedStage = Awaited<ReturnType<typeof readStage>>;

/** Returns the groups that the stage promises. Some can be played without a token, and some change nothing. */
export const groupsOf = ({ guarded, facts }: VerifiedStage, { token, isReadOnly }: Omit<VerifyOptions, 'url'>) => {
  const isRead = (line: string) => /^(GET|HEAD|OPTIONS) /.test(line);
  const promised = groups.filter(({ needs, rows }) => {
    const lines = rows.map((row) => readLine(row).line);
    const isMet = needs === 'read-only' ? isReadOnly : !needs || facts.includes(needs);
    if (!isMet) return false;
    return (token || !lines.some((line) => isGuarded(line, guarded))) && (!isReadOnly || lines.every(isRead));
  });
  return [...promised, unauthorizedGroup(guarded)];
};
