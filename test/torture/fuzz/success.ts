import { isDeepStrictEqual } from 'node:util';
import { pathOf, type Row } from '../../../functions/http/row';
import { createdAtOf, isId } from '../../../functions/model/id';
import { type Members, readValues } from '../../../functions/model/member';
import { isList } from '../../../functions/site/openapi/headers';
import { paths } from '../../../functions/site/paths';
import type { Answered, Asked, Rules } from './shape';

const strongTag = /^"[\x21\x23-\x7e]+"$/;

const collectionOf = ({ origin, row }: Asked) => `${origin}${pathOf(row).replace('/{id}', '')}`;

/** `Link` of a list: `next` with an id to go on behind, and `first` for whoever is not there. */
const links = (asked: Asked) => ({
  test: (value: string) => {
    const rels = value.split(', ').map((link) => {
      const [, url = '', rel] = /^<([!-;=?-~]+)>; rel="(next|first)"$/.exec(link) ?? [];
      const after = URL.canParse(url) ? new URL(url).searchParams.get('after') : '';
      const isFitting = rel === 'next' ? isId(after ?? '') : after === null;
      return isFitting && `${url}?`.startsWith(`${collectionOf(asked)}?`) ? rel : 'broken';
    });
    return String(rels) === (hasAfter(asked) ? (rels.length > 1 ? 'next,first' : 'first') : 'next');
  },
});

const hasAfter = ({ query }: Asked) => new URLSearchParams(query).has('after');

const counts = { 'x-total-count': /^\d+$/, 'preference-applied': /^count=exact$/ };

const readList = (asked: Asked): Rules => {
  const isContinued = hasAfter(asked);
  const isCounted = /count\s*=\s*"?exact/i.test(asked.headers.prefer ?? '');
  return {
    must: { etag: strongTag, 'cache-control': /^no-cache$/, ...(isContinued && { link: links(asked) }) },
    may: { vary: /^prefer$/, ...(isContinued ? {} : { link: links(asked) }), ...(isCounted && counts) },
  };
};

const kept = { etag: strongTag, 'cache-control': /^public, max-age=300$/ };

const ofSite: Record<string, Rules> = {
  'GET /': {
    must: { 'cache-control': /^no-cache$/ },
    may: { etag: strongTag, link: /service-desc.*service-doc/, vary: /^accept$/, location: /^\/docs$/ },
  },
  'GET /openapi.json': { must: kept, may: {} },
  'GET /docs': {
    must: { ...kept, 'content-security-policy': /^default-src 'none'; / },
    may: { 'content-encoding': /^gzip$/, vary: /^accept-encoding$/ },
  },
};

const read = (asked: Asked): Rules => {
  if (asked.row.query !== undefined) return readList(asked);
  return ofSite[asked.row.routeKey] ?? { must: { etag: strongTag, 'cache-control': /^no-cache$/ }, may: {} };
};

const prefers = ({ headers: { prefer = '' } }: Asked) =>
  /return\s*=\s*"?(minimal|representation)/i.exec(prefer)?.[1]?.toLowerCase();

export const isCreation = ({ method, headers }: Asked) =>
  method === 'POST' || (method === 'PUT' && headers['if-none-match']?.trim() === '*');

const written = (asked: Asked, { body }: Answered): Rules => {
  const preference = prefers(asked);
  const id = body instanceof Object && 'id' in body ? body.id : undefined;
  const isOwn = (value: string) => (id === undefined ? isId(value) : value === id);
  const start = `${collectionOf(asked)}/`;
  const location = { test: (value: string) => value.startsWith(start) && isOwn(value.slice(start.length)) };
  return {
    must: {
      'cache-control': /^no-store$/,
      ...(asked.method !== 'DELETE' && { etag: strongTag }),
      ...(isCreation(asked) && { location }),
      ...(preference && { 'preference-applied': new RegExp(`^return=${preference}$`) }),
    },
    may: asked.headers['idempotency-key'] && asked.method === 'POST' ? { 'idempotency-replayed': /^true$/ } : {},
  };
};

/** The headers of an answer to a request that succeeded. */
export const successRules = (asked: Asked, answer: Answered): Rules =>
  asked.method === 'GET' ? read(asked) : written(asked, answer);

/** Whether a body belongs to such an answer, by its method and what the client prefers. */
export const statusOfSuccess = (asked: Asked, { status }: Answered) => {
  if (asked.method === 'GET') return { status, hasBody: status === 200 };
  const isMinimal = prefers(asked) === 'minimal';
  const isBare = asked.method === 'DELETE' ? prefers(asked) !== 'representation' : isMinimal;
  if (isCreation(asked)) return { status: 201, hasBody: !isBare };
  return { status: isBare ? 204 : 200, hasBody: !isBare };
};

const isOf = (model: Members, value: unknown): value is Record<string, unknown> => {
  const faults: string[] = [];
  if (!(value instanceof Object)) return false;
  const made = readValues(model, value, (name) => faults.push(name));
  return faults.length === 0 && isDeepStrictEqual(made, value);
};

const isTimely = ({ id, createdAt }: Record<string, unknown>) => createdAt === createdAtOf(String(id));

/** What the rows answer that have no model. */
const texts: Record<string, RegExp> = {
  // Compressed, and so in Base64 on its way to the gateway: the first three bytes are those of gzip.
  'GET /docs': /^(<!doctype html>|H4sI|.\uFFFD)/s,
  'GET /openapi.json': /^\{"openapi":"3\.1\.\d"/,
};

/** A body as the row's model has it, with nothing beside it. */
export const isRepresentation = (row: Row, body: unknown) => {
  const { routeKey, returns } = row;
  if (routeKey === 'GET /') return isDeepStrictEqual(body, { routes: paths });
  if (!returns) return texts[routeKey]?.test(typeof body === 'string' ? body : JSON.stringify(body)) === true;
  if (Array.isArray(body) !== isList(row)) return false;
  return [body].flat().every((resource) => isOf(returns, resource) && isTimely(resource));
};
