import { methodOf, pathOf, type Route, scopesOf } from '../../functions/kit/http/route';
import { resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { messageOf } from '../command';
import { readEntry } from '../stack/context';
import type { ApiAccess } from '../transfer/api';
import { groups, parseRow, type RowGroup } from './groups';
import type { SendLine } from './play';

export type VerifyOptions = ApiAccess & { readonly isReadOnly?: boolean; readonly stage?: string };

/**
 * Reads from the OpenAPI document which routes need a token, and from its `Vary` whether the stage names origins. An open
 * stage says nothing of the routes that need a token by its entry in cdk.json.
 */
export const readStage = async (send: SendLine, url: string, name?: string) => {
  const refuse = (reason: string): never => {
    throw new Error(`--url is ${url}, which ${reason}; pass the ApiUrl of a stage`);
  };
  const { status, headers, body } = await send('GET /openapi.json', {}).catch((error) =>
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
  return { guarded: guarded.map(({ routeKey }): string => routeKey), origins, info };
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
  const isGuarded = (line: string) =>
    guarded.includes(
      line
        .replace(/\?.*/, '')
        .replace('HEAD', 'GET')
        .replace(/\{.+\}/, '{id}'),
    );
  const isRead = (line: string) => /^(GET|HEAD|OPTIONS) /.test(line);
  const promised = groups.filter(({ needs = origins, rows }) => {
    const lines = rows.map((row) => parseRow(row).line);
    if (needs !== origins && !(isReadOnly && needs === 'read-only')) return false;
    return (token || !lines.some(isGuarded)) && (!isReadOnly || lines.every(isRead));
  });
  return [...promised, unauthorizedGroup(guarded)];
};
