import { type Route, scopesOf } from '../../functions/kit/http/route';
import { resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { messageOf } from '../command';
import { readEntry } from '../stack/context';
import type { ApiAccess } from '../transfer/api';
import { groups, type RowGroup } from './groups';
import type { SendLine } from './play';

export type VerifyOptions = ApiAccess & { readonly isReadOnly?: boolean; readonly stage?: string };

type Operations = Readonly<Record<string, { readonly security?: readonly unknown[] }>>;

/** Reads from the OpenAPI document which routes need a token, and from its `Vary` whether the stage names origins. */
export const readStage = async (send: SendLine, url: string) => {
  const refuse = (reason: string): never => {
    throw new Error(`--url is ${url}, which ${reason}; pass the ApiUrl of a stage`);
  };
  const { status, headers, body } = await send('GET /openapi.json', {}).catch((error) =>
    refuse(`does not answer (${messageOf(error) || error.code})`),
  );
  const { paths, info } = Object(body);
  if (status !== 200 || resources.some(({ path }) => !paths?.[path]))
    refuse(`is not this service: GET /openapi.json answers ${status} without its routes`);
  const guarded = Object.entries<Operations>(paths).flatMap(([path, operations]) => {
    const methods = Object.keys(operations).filter((method) => operations[method]?.security?.length);
    return methods.map((method) => `${method.toUpperCase()} ${path}`);
  });
  return { guarded, origins: /\borigin\b/i.test(headers.vary ?? '') ? 'origins' : 'no origins', info };
};

/** Returns the routes that need a token by the entry of the stage in cdk.json, which an open stage says nothing of. */
export const guardedBy = (stage: string): string[] => {
  const { issuer, ...settings } = readEntry(stage);
  const isGuarded = (route: Route) => issuer !== undefined && scopesOf(route, settings).length > 0;
  return Object.values<Route>(routes).flatMap((route) => (isGuarded(route) ? route.routeKey : []));
};

/** Makes the group that asks each guarded route with an empty or a wrong token, and changes nothing if a route is open. */
const unauthorizedGroup = (guarded: readonly string[]): RowGroup => {
  const lines = guarded.flatMap((line) => ['', 'Bearer none'].map((token) => `${line} | authorization: ${token}`));
  const rows = lines.map((line) => `${line.replace('{id}', '{nobody}')} | 401 | www-authenticate: /^Bearer/`);
  return { promise: 'A guarded route answers 401 without a valid token', rows };
};

type VerifiedStage = Awaited<ReturnType<typeof readStage>>;

/** Returns the groups that the stage promises. Some can be played without a token, and some change nothing. */
export const groupsOf = ({ guarded, origins }: VerifiedStage, { token, isReadOnly }: Omit<VerifyOptions, 'url'>) => {
  const isGuarded = (row: string) => {
    const [, request = ''] = /^(?:\w+ = )?(\w+ [^? ]+)/.exec(row) ?? [];
    return guarded.includes(request.replace('HEAD', 'GET').replace(/\{.+\}/, '{id}'));
  };
  const isRead = (row: string) => /^(\w+ = )?(GET|HEAD|OPTIONS) /.test(row);
  const settings: readonly string[] = isReadOnly ? [origins, 'read-only'] : [origins];
  const promised = groups.filter(({ needs, rows }) => {
    if (needs && !settings.includes(needs)) return false;
    return (token || !rows.some(isGuarded)) && (!isReadOnly || rows.every(isRead));
  });
  return [...promised, unauthorizedGroup(guarded)];
};
