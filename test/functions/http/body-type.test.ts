import { ask } from '../../support/resources';
import { problemOf } from '../../support/responses';
import { mockTable, storedPost } from '../../support/table';

const table = mockTable();
beforeEach(() => {
  table.onAnyCommand().resolves({ Attributes: storedPost });
});

type Parts = { readonly body?: string; readonly isBase64Encoded?: boolean };

const refused = (header: string, types: string) =>
  problemOf(415, 'unsupported-media-type', `The body must be ${types} in UTF-8, not compressed.`, {
    headers: { [header]: types },
  });
const withCharset = (charset: string) => `application/json; charset=${charset}`;
const taken = [
  ...['Application/JSON', 'application/merge-patch+json; charset=utf-8', 'application/json ; version=1; charset=utf-8'],
  ...['utf-8', 'UTF-8', '"utf-8"', 'utf8'].map(withCharset),
];
const takenByWrites = ['application/ld+json', 'application/vnd.api+json', 'application/vnd.x.v1+json; charset=utf-8'];
const takenWithoutOrigin = ['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded'];
const neverTaken = [
  ...['text/html', 'application/jsonp', 'application/ld+jsonp', 'application/ld/x+json', 'json', '+json'],
  ...['application/json utf-8', 'application/json, application/json', 'text/plain; charset=us-ascii'],
  ...[
    'application/json; charset = latin1',
    'application/json;charset=latin1',
    'application/json; x=y; charset="latin1"',
  ],
  ...['utf-16', 'utf-80', 'x-utf-8', ''].map(withCharset),
];

const routes = [
  ['POST /posts', 201, refused('accept-post', 'application/json')],
  ['PUT /posts/{id}', 200, refused('accept', 'application/json')],
  ['PATCH /posts/{id}', 200, refused('accept-patch', 'application/merge-patch+json, application/json')],
] as const;

describe.each(routes)('%s', (route, success, unsupported) => {
  const send = (headers: Record<string, string>, parts: Parts = {}) =>
    ask(route.replace('{id}', storedPost.sk), { headers, body: '{"title":"Hello"}', ...parts });

  test('takes a body without a type, and not from a page of another origin', async () => {
    expect((await send({})).status).toBe(success);
    expect(await send({ origin: 'https://a.example' })).toEqual(unsupported);
  });

  test.each(taken)('takes %s', async (type) => {
    expect((await send({ 'content-type': type, origin: 'https://a.example' })).status).toBe(success);
  });

  test.each(takenByWrites)('takes %s in POST and PUT, and not in PATCH', async (type) => {
    const response = await send({ 'content-type': type, origin: 'https://a.example' });
    if (route === 'PATCH /posts/{id}') expect(response).toEqual(unsupported);
    else expect(response.status).toBe(success);
  });

  test.each(takenWithoutOrigin)('takes %s, and not from a page of another origin', async (type) => {
    expect((await send({ 'content-type': type })).status).toBe(success);
    expect(await send({ 'content-type': type, origin: 'null' })).toEqual(unsupported);
    expect(table.sent()).toHaveLength(1);
  });

  test.each(neverTaken)('answers 415 to %s', async (type) => {
    expect(await send({ 'content-type': type })).toEqual(unsupported);
    expect(table.sent()).toEqual([]);
  });

  test.each(['gzip', 'br', 'identity, gzip'])('answers 415 to a body in %s', async (encoding) => {
    expect(await send({ 'content-encoding': encoding })).toEqual(unsupported);
    expect((await send({ 'content-encoding': 'Identity' })).status).toBe(success);
  });

  test('answers 400, and not 415, to a request without a body', async () => {
    const { status, body } = await send({ 'content-type': 'text/html' }, { body: undefined });
    expect([status, body.code]).toEqual([400, 'invalid-json']);
  });

  test('reads base64 with any type', async () => {
    const body = Buffer.from('{"title":"Grüße 👋"}').toString('base64');
    for (const type of ['application/json', 'application/merge-patch+json', 'text/plain']) {
      expect((await send({ 'content-type': type }, { body, isBase64Encoded: true })).status).toBe(success);
    }
    const titles = table
      .sent()
      .map(([, input]) => input.TransactItems?.[0].Put.Item.title ?? input.ExpressionAttributeValues[':title']);
    expect(titles).toEqual(['Grüße 👋', 'Grüße 👋', 'Grüße 👋']);
  });
});
