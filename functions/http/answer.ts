import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { InferOutput } from 'valibot';
import { entityTag, revOf } from './etag';
import { linksOf, originOf } from './page';
import { checkIfMatch, isNotModified, readPrecondition } from './precondition';
import { readReturn } from './prefer';
import { reply } from './response';
import { methodOf, pathOf, type Row } from './row';

/** What a handler gives back: a representation, its revision if it has one, and where a list goes on. */
export type Answer<R extends Row> = {
  readonly body: R extends { returns: infer S extends NonNullable<Row['returns']> } ? InferOutput<S> : never;
  readonly rev?: string;
  readonly next?: string;
};

type Given = { readonly body: unknown; readonly rev?: string; readonly next?: string };

const json = 'application/json';

const read = (row: Row, event: APIGatewayProxyEventV2, { body, rev, next }: Given) => {
  const content = JSON.stringify(body);
  const revision = rev ?? revOf(`${content}${next}`);
  const precondition = readPrecondition(event.headers, []);
  checkIfMatch(precondition, revision);
  const headers = { etag: entityTag(revision), 'cache-control': 'no-cache', link: linksOf(event, pathOf(row), next) };
  if (isNotModified(precondition, revision)) return reply(304, headers);
  return reply(200, { ...headers, 'content-type': json }, content);
};

const locationOf = (row: Row, event: APIGatewayProxyEventV2, body: unknown) => {
  const id = body instanceof Object && 'id' in body ? body.id : '';
  return `${originOf(event)}${pathOf(row).replace('/{id}', '')}/${id}`;
};

const isCreation = (method: string, { headers }: APIGatewayProxyEventV2) =>
  method === 'POST' || (method === 'PUT' && headers['if-none-match']?.trim() === '*');

const written = (row: Row, event: APIGatewayProxyEventV2, { body, rev }: Given) => {
  const method = methodOf(row);
  const prefers = readReturn(event.headers.prefer);
  const created = isCreation(method, event);
  const headers = {
    etag: rev && entityTag(rev),
    location: created ? locationOf(row, event, body) : undefined,
    'cache-control': 'no-store',
    'preference-applied': prefers && `return=${prefers}`,
  };
  const isBare = method === 'DELETE' ? prefers !== 'representation' : prefers === 'minimal';
  if (isBare) return reply(created ? 201 : 204, headers);
  return reply(created ? 201 : 200, { ...headers, 'content-type': json }, JSON.stringify(body));
};

/** The answer to a request that succeeded; its status follows from the method. */
export const answer = (row: Row, event: APIGatewayProxyEventV2, given: Given) =>
  methodOf(row) === 'GET' ? read(row, event, given) : written(row, event, given);
