import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { readBody } from '../../../../functions/kit/http/body';
import { readQuery } from '../../../../functions/kit/http/query';
import { loadRoute } from '../../../../functions/kit/http/route';
import { operationOf } from '../../../../functions/kit/site/openapi/operations';
import { problemsOf } from '../../../../functions/kit/site/openapi/problems';
import { cpuMs, expectWithin } from '../../../support/time';
import { eventOf } from '../../../support/unit/event';
import { mockTable } from '../../../support/unit/table';
import { askThings, path, storedThing } from '../things';

test.each([
  ['no-break spaces before it', `${'\u00a0'.repeat(100_000)}a b`],
  ['spaces in it', `a${' '.repeat(100_000)}b`],
  ['parameters', `a${';charset '.repeat(10_000)}b`],
])('a content type with many %s is refused in linear time', (_, type) => {
  const event = eventOf('POST /things', { headers: { 'content-type': type }, body: {} });
  const startedMs = cpuMs();
  const route = loadRoute({ routeKey: 'POST /things', body: { note: {} } }, readQuery);
  const read = () => readBody(route, event, { caller: undefined, errors: [] });
  expect(read).toThrow('The body must be application/json in UTF-8, not compressed.');
  // Quadratic time would be more than 10 s.
  expectWithin(500, cpuMs() - startedMs);
});

describe('a POST that takes no body', () => {
  const table = mockTable();
  const line = `POST ${path}/naming`;

  test.each([
    ['without one', {}],
    ['with an empty one of any type', { body: '', headers: { 'content-type': 'image/png' } }],
    ['with an empty object', { body: ' { }\n' }],
    ['with an empty object in base64', { body: 'e30=', isBase64Encoded: true }],
  ])('is answered %s', async (_, parts) => {
    table.on(UpdateCommand).resolves({ Attributes: storedThing });
    const { status, body } = await askThings(line, parts);
    expect([status, body.id]).toEqual([200, storedThing.sk]);
  });

  test.each(['{"note":"x"}', '[]', 'null', '{', 'note=x'])('is a 400 with the body %s', async (body) => {
    const detail = 'must be left out, because this route takes none';
    expect(await askThings(line, { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid-body', errors: [{ pointer: '#', rule: 'not-allowed', detail }] },
    });
    expect(table.sent()).toEqual([]);
  });

  test.each([{}, { body: {} }])('describes none, and only the fault of one that is sent: %j', (part) => {
    const route = { routeKey: 'POST /things/{id}/naming', ...part } as const;
    // A route of the service itself has its texts by this name.
    const { requestBody, responses } = operationOf({ name: 'listRoutes', route }, {});
    expect([requestBody, Object.keys(responses)]).toEqual([undefined, expect.not.arrayContaining(['413', '415'])]);
    expect(problemsOf(route, false).map(([code]) => code)).toEqual([
      'invalid-body',
      'invalid-query',
      'invalid-header',
      'not-found',
    ]);
  });
});
