import { nobody, problem, useService } from '../../support/service';

const { ask } = useService();

const posts = 'limit, after, order, createdSince, createdBefore, id, userId, expand';
const users = 'limit, after, order, createdSince, createdBefore, id, email';
const rulesOf = (allowed: string) => {
  const unknown = `is not a parameter; allowed: ${allowed}`;
  return {
    unknown,
    page: `${unknown}; to page, follow the Link header`,
    since: `${unknown}; did you mean createdSince?`,
    before: `${unknown}; did you mean createdBefore?`,
    empty: `is empty; leave it out or give a value; allowed: ${allowed}`,
    twice: `is given 2 times; the maximum is 1; allowed: ${allowed}`,
    tooMany: `is given 51 times; the maximum is 50; allowed: ${allowed}`,
  };
};
const limit = 'must be a whole number of at least 1; more than 100 counts as 100';
const time = 'must be a date such as 2026-11-01, or a time such as 2026-11-01T09:30:00+01:00, from 1970 to 9999 in UTC';
const later = 'must be later than createdSince, by a millisecond or more';
const [noId, noIds] = ['must be a UUIDv7', 'must be a UUIDv7; repeat the parameter for each id'];
const ids = (count: number) => Array.from({ length: count }, () => `id=${nobody}`).join('&');

type Row = [query: string, parameter: string, detail: string];
const rows = (detail: string, ...queries: string[]) =>
  queries.map((query): Row => [query, query.split('=')[0] ?? '', detail]);

/** Queries that both lists refuse, each with the parameter and the detail of its only error. */
const ofBoth = ({ unknown, page, since, before, empty, twice, tooMany }: ReturnType<typeof rulesOf>): Row[] => [
  ...rows(unknown, '__proto__=x', '=x'),
  ...rows(`${unknown}; did you mean order?`, 'sort=x'),
  ...rows(page, 'page=2', 'offset=2', 'skip=2'),
  ...rows(since, 'createdAfter=2026-11-01', 'since=2026-11-01', 'from=2026-11-01'),
  ...rows(before, 'before=2026-11-01', 'to=2026-11-01'),
  [`${'x'.repeat(99)}👋=1`, `${'x'.repeat(99)}\ufffd…`, unknown],
  ...rows(empty, 'limit=', 'after', 'id=', `id=${nobody}&id=`),
  ...rows(twice, 'limit=5&limit=5', 'createdSince=2026-11-01&createdSince=2026-11-02'),
  ...rows(limit, 'limit=0', 'limit=-1', 'limit=1.5', 'limit=ten', 'limit=%2B5'),
  ...rows('must be desc or asc', 'order=up', 'order=DESC'),
  ...rows(noId, 'after=7'),
  ...rows(time, 'createdBefore=today', 'createdBefore=2026-02-30', 'createdBefore=1969-12-31'),
  ...rows(time, 'createdSince=2026-11-01T00:00:00', 'createdSince=10000-01-01'),
  ['createdSince=2026-11-02&createdBefore=2026-11-01', 'createdBefore', later],
  ['createdSince=2026-11-01&createdBefore=2026-11-01T01:00:00%2B01:00', 'createdBefore', later],
  ...rows(tooMany, ids(51)),
  ...rows(noIds, 'id=me', 'id=👋', `id=${nobody}&id=${nobody},${nobody}`),
  ...[`after=${nobody}`, 'createdSince=2026-11-01', 'createdBefore=2026-11-01'].map(
    (other): Row => [`${ids(2)}&${other}`, 'id', `cannot be combined with ${other.split('=')[0]}`],
  ),
];

const noParameter = 'is not a parameter; this route takes none';
const rules = { posts: rulesOf(posts), users: rulesOf(users) };

test.each<[path: string, ...Row]>([
  ...ofBoth(rules.posts).map((row): [string, ...Row] => ['/posts', ...row]),
  ...ofBoth(rules.users).map((row): [string, ...Row] => ['/api/v1/users', ...row]),
  ['/posts', `${ids(1)}&userId=${nobody}&order=asc`, 'id', 'cannot be combined with userId'],
  ['/posts', 'userId=ann', 'userId', noId],
  ['/posts', 'author=x', 'author', `${rules.posts.unknown}; did you mean userId?`],
  ['/posts', `ids=${nobody}`, 'ids', `${rules.posts.unknown}; did you mean id?`],
  ['/posts', 'include=user', 'include', `${rules.posts.unknown}; did you mean expand?`],
  ['/posts', 'expand=users', 'expand', 'must be user'],
  [`/posts/${nobody}`, 'page=1', 'page', noParameter],
  ['/posts', 'expand=', 'expand', rules.posts.empty],
  ['/posts', 'expand=user&expand=user', 'expand', rules.posts.twice],
  ['/api/v1/users', `${ids(1)}&email=ann@example.com`, 'id', 'cannot be combined with email'],
  ['/api/v1/users', 'email=a', 'email', 'must be at least 3 characters long'],
  ['/api/v1/users', 'email=a%20b@c', 'email', expect.stringMatching(/^must be an e-mail address: /)],
  ['/api/v1/users', 'expand=user', 'expand', rules.users.unknown],
  [`/posts/${nobody}`, 'expand=user', 'expand', noParameter],
  ...['/', '/openapi.json'].map((path): [string, ...Row] => [path, 'x=1', 'x', noParameter]),
])('GET %s?%s is a 400', async (path, query, parameter, detail) => {
  const response = await ask(`GET ${path}?${query.replace(/[^!-~]+/gu, encodeURIComponent)}`);
  expect(response).toMatchObject(problem(400, 'invalid-query', { errors: [{ parameter, detail }] }));
});

test('every wrong parameter is named at once', async () => {
  const query = `${ids(51)}&createdSince=2026-13-01&createdBefore=&expand=author&limit=0&x=1`;
  const { body } = await ask(`GET /posts?${query}`);
  const parameters = body.errors.map(({ parameter }: { parameter: string }) => parameter);
  expect(parameters.sort()).toEqual(['createdBefore', 'createdSince', 'expand', 'id', 'id', 'limit', 'x']);
  expect(body.detail).toMatch(/ \(and 6 more errors\)\.$/);
});
