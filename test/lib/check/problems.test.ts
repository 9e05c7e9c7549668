import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { problemErrors } from '../../../lib/check/problems';

const late = { status: 409, means: 'Too late.', on: ['update', 'POST /things/{id}/question', 'change'] };
const routes = {
  updateThing: { routeKey: 'PATCH /things/{id}', body: {} },
  askThing: { routeKey: 'POST /things/{id}/question', entry: 'functions/things/ask.ts' },
  receive: { routeKey: 'POST /hooks', entry: 'functions/hooks/post.ts' },
} as const;
const things = { collection: 'THING', path: '/things', problems: { late } };
const asResource = (described: object) => described as Resource;

test('a problem that names no route of any version, or none of its group, has an error', () => {
  const sentence = '`problems` has "late" on "change", which';
  const end = 'does not have; allowed: update, POST /things/{id}/question.';
  const versions = [things, { ...things, path: '/api/v2/things' }].map(asResource);
  const hooks = { name: 'hooks', about: 'Hooks.', others: { receive: { summary: 'Receive', description: 'One.' } } };
  const wrong = { status: 401, means: 'Wrong.', on: ['POST /hooks', 'POST /hook'] };
  expect(problemErrors(routes, { resources: versions, groups: [{ ...hooks, problems: { wrong } }] })).toEqual([
    `functions/things/docs.ts: ${sentence} /things ${end}`,
    `functions/things-v2/docs.ts: ${sentence} /api/v2/things ${end}`,
    'functions/hooks/docs.ts: `problems` has "wrong" on "POST /hook", which hooks does not have; allowed: POST /hooks.',
  ]);
});
