import { deprecation } from '../../../../functions/kit/http/deprecation';
import { buildResponse } from '../../../../functions/kit/http/response';
import { respond } from '../../../../functions/kit/lambda/respond';
import { Problem } from '../../../../functions/kit/rules/problem';
import { eventOf, invoke } from '../../../support/unit/event';
import { mockTable } from '../../../support/unit/table';

const table = mockTable();
const id = '01890000-0000-7000-8000-000000000000';
const days = { since: '2026-11-27', successor: '/api/v2/things' } as const;

test.each([
  ['GET /things', undefined, '/api/v2/things'],
  [`HEAD /things/${id}`, '2027-06-30', `/api/v2/things/${id}`],
  ['DELETE /things/<x>', undefined, '/api/v2/things'],
])('a deprecated %s tells in each answer when it ends, and what comes next', async (line, sunset, path) => {
  const end = { deprecation: '@1795737600', ...(sunset && { sunset: 'Wed, 30 Jun 2027 00:00:00 GMT' }) };
  const successor = `<https://api.example${path}>; rel="successor-version"`;
  const first = '<https://api.example/things>; rel="first"';
  const answers: [() => Promise<ReturnType<typeof buildResponse>>, string][] = [
    [async () => buildResponse(304, { link: first }), `${first}, ${successor}`],
    [async () => Promise.reject(new Problem(404, 'not-found', 'There is no such resource.')), successor],
    [async () => Promise.reject(new Error('A bug')), successor],
  ];
  for (const [answer, link] of answers) {
    const handler = respond(answer, deprecation({ ...days, sunset }));
    expect((await invoke(handler, eventOf(line))).headers).toMatchObject({ ...end, link });
  }
  expect(table.logged()).toMatchObject(answers.map(() => ({ isDeprecated: true })));
});
