import { handler as create } from '../../../functions/posts/create';
import { handler as replace } from '../../../functions/posts/replace';
import { handler as update } from '../../../functions/posts/update';
import { eventOf, invoke, problemOf } from '../../support/event';
import { mockTable, post } from '../../support/table';

const table = mockTable();
beforeEach(() => {
  table.onAnyCommand().resolves({ Attributes: post });
});

const handlers = { 'POST /posts': create, 'PUT /posts/{id}': replace, 'PATCH /posts/{id}': update };
type Route = keyof typeof handlers;
const run = (route: Route, headers: Record<string, string>, parts: { body?: string; isBase64Encoded?: boolean } = {}) =>
  invoke(handlers[route], eventOf(route.replace('{id}', post.sk), { headers, body: '{"title":"Hello"}', ...parts }));

const refused = (header: string, types: string) =>
  problemOf(415, 'unsupported-media-type', `The body must be ${types} in UTF-8, not compressed.`, {
    headers: { [header]: types },
  });
const refusedBy = {
  'POST /posts': refused('accept-post', 'application/json'),
  'PUT /posts/{id}': refused('accept', 'application/json'),
  'PATCH /posts/{id}': refused('accept-patch', 'application/merge-patch+json, application/json'),
};

const taken = [
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json; charset=utf8',
  'application/json ; version=1; charset=utf-8',
  'application/merge-patch+json',
  'application/merge-patch+json; charset=utf-8',
];
const takenByWrites = ['application/ld+json', 'application/vnd.api+json', 'application/vnd.x.v1+json; charset=utf-8'];
const takenWithoutOrigin = ['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded'];
const neverTaken = [
  'text/html',
  'application/xml',
  'application/jsonp',
  'application/x-ndjson',
  'application/ld+jsonp',
  'application/ld/x+json',
  'application/json utf-8',
  'multipart/form-data; boundary=x',
  'json',
  '+json',
  'application/json, application/json',
  'application/json; charset=iso-8859-1',
  'application/json; charset=utf-16',
  'application/json; charset=utf-80',
  'application/json; charset=x-utf-8',
  'application/json; charset = latin1',
  'application/json;charset=latin1',
  'application/json; charset=',
  'application/json; x=y; charset="latin1"',
  'text/plain; charset=us-ascii',
];

describe.each(['POST /posts', 'PUT /posts/{id}', 'PATCH /posts/{id}'] as const)('%s', (route) => {
  const success = route === 'POST /posts' ? 201 : 200;

  test('takes a body without a type', async () => {
    expect((await run(route, {})).status).toBe(success);
  });

  test.each(taken)('takes %s', async (type) => {
    expect((await run(route, { 'content-type': type, origin: 'https://a.example' })).status).toBe(success);
  });

  test.each(takenByWrites)('knows what to do with %s', async (type) => {
    const answer = await run(route, { 'content-type': type, origin: 'https://a.example' });
    if (route === 'PATCH /posts/{id}') expect(answer).toEqual(refusedBy[route]);
    else expect(answer.status).toBe(success);
  });

  test.each(takenWithoutOrigin)('takes %s, but not from a page of another origin', async (type) => {
    expect((await run(route, { 'content-type': type })).status).toBe(success);
    expect(await run(route, { 'content-type': type, origin: 'null' })).toEqual(refusedBy[route]);
    expect(table.sent()).toHaveLength(1);
  });

  test.each(neverTaken)('refuses %s', async (type) => {
    expect(await run(route, { 'content-type': type })).toEqual(refusedBy[route]);
    expect(table.sent()).toEqual([]);
  });

  test.each(['gzip', 'br', 'identity, gzip'])('refuses a body in %s', async (encoding) => {
    expect(await run(route, { 'content-encoding': encoding })).toEqual(refusedBy[route]);
    expect((await run(route, { 'content-encoding': 'Identity' })).status).toBe(success);
  });

  test('does not check the type of a request without a body', async () => {
    const { status, body } = await run(route, { 'content-type': 'text/html' }, { body: undefined });
    expect([status, body.code]).toEqual([400, 'invalid-json']);
  });

  test('reads base64, whatever the type says', async () => {
    const body = Buffer.from('{"title":"Grüße 👋"}').toString('base64');
    for (const type of ['application/json', 'application/merge-patch+json', 'text/plain']) {
      expect((await run(route, { 'content-type': type }, { body, isBase64Encoded: true })).status).toBe(success);
    }
    const titles = table
      .sent()
      .map(([, { Item, ExpressionAttributeValues }]) => Item?.title ?? ExpressionAttributeValues[':title']);
    expect(titles).toEqual(['Grüße 👋', 'Grüße 👋', 'Grüße 👋']);
  });
});
