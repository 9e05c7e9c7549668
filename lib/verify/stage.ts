import { resources } from '../../functions/resources';
import { messageOf } from '../failure';
import { parseRow, type Row, type RowGroup } from './parse';
import type { SendLine } from './play';

/** Settings of a stage, as its OpenAPI document and its `Vary` tell them. */
export type VerifiedStage = {
  /** Lines of the routes that need a token, such as `GET /api/v1/users/{id}`. */
  readonly guarded: readonly string[];
  /** Whether the stage names the origins of pages. */
  readonly origins: 'origins' | 'no origins';
};

type Operations = Readonly<Record<string, { readonly security?: readonly unknown[] }>>;

/** Reads the settings of a stage. Throws one sentence when the address is not one of this service. */
export const readStage = async (send: SendLine, url: string): Promise<VerifiedStage> => {
  const refuse = (reason: string): never => {
    throw new Error(`--url is ${url}, which ${reason}; pass the ApiUrl of a stage`);
  };
  const { status, headers, body } = await send('GET /openapi.json', {}).catch((error) =>
    refuse(`does not answer (${messageOf(error) || error.code})`),
  );
  const { paths } = Object(body);
  if (status !== 200 || resources.some(({ path }) => !paths?.[path]))
    refuse(`is not this service: GET /openapi.json answers ${status} without its routes`);
  const guarded = Object.entries<Operations>(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => security.length > 0)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const hasOrigins = /\borigin\b/i.test(headers.vary ?? '');
  return { guarded, origins: hasOrigins ? 'origins' : 'no origins' };
};

/** Makes the group that asks each guarded route without a token and with a wrong one. */
export const unauthorizedGroup = ({ guarded }: VerifiedStage): RowGroup => {
  const ask = (line: string, token: string) => `${line} | authorization: ${token} | 401 | www-authenticate: /^Bearer/`;
  const lines = guarded.map((line) => line.replace('{id}', '{nobody}'));
  const rows = lines.flatMap((line) => [ask(line, ''), ask(line, 'Bearer none')]);
  return { promise: 'A guarded route answers 401 without a valid token', rows };
};

type Limits = { readonly isReadOnly: boolean; readonly hasToken: boolean };

/** Selects the groups that the stage promises. Some can be played without a token, and some change nothing. */
export const selectGroups = (groups: readonly RowGroup[], stage: VerifiedStage, { isReadOnly, hasToken }: Limits) => {
  const isGuarded = ({ line, sent }: Row) => {
    const [request = ''] = line.replace(/^HEAD/, 'GET').split('?');
    const route = request.replace(/\{[\w.]+\}/, '{id}');
    return sent.headers.authorization === undefined && stage.guarded.includes(route);
  };
  return groups.filter(({ needs, rows }) => {
    if (needs && needs !== (isReadOnly && 'read-only') && needs !== stage.origins) return false;
    const parsed = rows.map(parseRow);
    if (isReadOnly && !parsed.every(({ line }) => /^(GET|HEAD|OPTIONS) /.test(line))) return false;
    return hasToken || !parsed.some(isGuarded);
  });
};
