import { methodOf, pathOf, type Route } from '../../../functions/kit/http/route';
import type { Field, Fields } from '../../../functions/kit/model/field';
import { isFilter, pageQuery } from '../../../functions/kit/model/page';
import { sortKindOf } from '../../../functions/kit/model/sort-kinds';
import * as routes from '../../../functions/routes';
import { validValue } from '../../../lib/models/valid-body';
import { describeShapes, routeOf } from '../../support/declared';
import { nobody, problem, useService } from '../../support/service';

const { ask } = useService();

const limit = 'must be a whole number of at least 1; more than 100 counts as 100';
const time = 'must be a date such as 2026-11-01, or a time such as 2026-11-01T09:30:00+01:00, from 1970 to 9999 in UTC';
const later = 'must be later than createdSince, by a millisecond or more';
const noIds = 'must be a UUIDv7; repeat the parameter for each id';
const ids = (count: number) => Array.from({ length: count }, () => `id=${nobody}`).join('&');

/** Query that a list refuses, with the parameter and the detail of its only error. */
type Row = [query: string, parameter: string, detail: string];
const nameIn = (query: string) => query.split('=', 1).join();
const rows = (detail: string, ...queries: string[]) => queries.map((query): Row => [query, nameIn(query), detail]);
const apart = (query: string, other: string) =>
  rows(`cannot be combined with ${nameIn(other)}`, `${query}&${other}&order=asc`);

/** Makes the rows of the parameters that every list has. `allowed` ends the errors with the names of all parameters. */
const ofEveryList = (allowed: string): Row[] => [
  ...rows(`is not a parameter; ${allowed}`, '__proto__=x', '=x', 'unknown=x'),
  [`${'x'.repeat(99)}👋=1`, `${'x'.repeat(99)}\ufffd…`, `is not a parameter; ${allowed}`],
  ...rows(`is not a parameter; ${allowed}; did you mean id?`, `ids=${nobody}`),
  ...rows(`is not a parameter; ${allowed}; to page, follow the Link header`, 'page=2', 'offset=2', 'skip=2'),
  ...rows(`is not a parameter; ${allowed}; did you mean createdSince?`, 'createdAfter=x', 'since=x', 'from=x'),
  ...rows(`is not a parameter; ${allowed}; did you mean createdBefore?`, 'before=x', 'to=x'),
  ...rows(`is empty; leave it out or give a value; ${allowed}`, 'limit=', 'after', 'id=', `id=${nobody}&id=`),
  ...rows(`is given 2 times; the maximum is 1; ${allowed}`, 'limit=5&limit=5', 'createdSince=2026&createdSince=2027'),
  ...rows(`is given 51 times; the maximum is 50; ${allowed}`, ids(51)),
  ...rows(limit, 'limit=0', 'limit=-1', 'limit=1.5', 'limit=ten', 'limit=%2B5'),
  ...rows('must be desc or asc', 'order=up', 'order=DESC'),
  ...rows('must be a UUIDv7', 'after=7'),
  ...rows(time, 'createdBefore=today', 'createdBefore=2026-02-30', 'createdBefore=1969-12-31'),
  ...rows(time, 'createdSince=2026-11-01T00:00:00', 'createdSince=10000-01-01'),
  ['createdSince=2026-11-02&createdBefore=2026-11-01', 'createdBefore', later],
  ['createdSince=2026-11-01&createdBefore=2026-11-01T01:00:00%2B01:00', 'createdBefore', later],
  ...rows(noIds, 'id=me', 'id=👋', `id=${nobody}&id=${nobody},${nobody}`),
  ...[`after=${nobody}`, 'createdSince=2026-11-01', 'createdBefore=2026-11-01'].flatMap((each) => apart(ids(2), each)),
];

const listOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Makes the rows of a filter or of `expand`. `sent` is the parameter with a valid value. */
const ofParameter = (field: Field, sent: string, allowed: string): Row[] => {
  const { aliases = [], oneOf, type, pattern: [pattern, error] = [], minLength = 1, maxLength } = field;
  const name = nameIn(sent);
  const blank = ' '.repeat(minLength);
  const control = 'must not contain control characters or lone surrogates';
  return [
    ...rows(`is not a parameter; ${allowed}; did you mean ${name}?`, ...aliases.map((alias) => `${alias}=x`)),
    ...rows(`is empty; leave it out or give a value; ${allowed}`, `${name}=`),
    ...rows(`is given 2 times; the maximum is 1; ${allowed}`, `${sent}&${sent}`),
    ...(oneOf ? rows(error ?? `must be ${listOf.format(oneOf)}`, `${name}=👋`) : []),
    ...(type ? rows(`must be ${type === 'integer' ? 'an integer' : 'a number'}, not a string`, `${name}=ten`) : []),
    ...(maxLength ? rows(control, `${name}=${blank}\u0007`) : []),
    ...(minLength > 1 ? rows(`must be at least ${minLength} characters long`, `${name}=x`) : []),
    ...(error && !pattern?.test(blank) ? rows(error, `${name}=${blank}`) : []),
    ...(isFilter(field) ? apart(ids(1), sent) : []),
  ];
};

/** Makes the rows of a list that is sorted by a field, about parameters that do not go together. */
const ofSortedList = (name: string, field: Field): Row[] => {
  const line = `sort=${name}`;
  const alone = 'goes with afterValue in a list that is sorted; follow the Link header';
  const isText = 'Prefix' in sortKindOf(field).bounds;
  const bounds = field.type
    ? [`${name}Min=3`, `${name}Max=2`, `must be at least ${name}Min`]
    : [`${name}Since=2026-11-02`, `${name}Before=2026-11-02`, `must be later than ${name}Since`];
  const [low, high = '', error = ''] = bounds;
  return [
    ['afterValue=1.', 'afterValue', 'is only for a list that is sorted'],
    [`${line}&after=${nobody}`, 'after', alone],
    ...(isText ? [] : rows(error, `${high}&${low}`)),
  ];
};

describeShapes('a list of %s', (_, resource) => {
  const { path } = resource;
  const [, route] = routeOf(resource, 'list');
  // Without ownership, no resource has an owner.
  const { owner, ...query }: Fields = route.query ?? {};
  const sorted = Object.entries(resource.input).filter(([, field]) => field.sorted?.isWhole);
  const allowed = `allowed: ${Object.keys(query).join(', ')}`;
  const own = Object.entries(query).flatMap(([name, field]) => {
    const value = validValue(resource, name, field);
    return name in pageQuery({}) ? [] : [{ name, field, sent: `${name}=${encodeURIComponent(String(value))}` }];
  });
  const refused = [
    ...[...ofEveryList(allowed), ...own.flatMap(({ field, sent }) => ofParameter(field, sent, allowed))],
    ...sorted.flatMap(([name, field]) => ofSortedList(name, field)),
    ...rows(`is not a parameter; ${allowed}; did you mean order?`, 'sort=x'),
    ...rows(`is not a parameter; ${allowed}`, 'expand=x', 'owner=me'),
  ].filter(([, name, detail]) => !(name in query && detail.startsWith('is not a parameter')));

  test.each(refused)('answers 400 to ?%s', async (sent, parameter, detail) => {
    const response = await ask(`GET ${path}?${sent.replace(/[^!-~]+/gu, encodeURIComponent)}`);
    expect(response).toMatchObject(problem(400, 'invalid-query', { errors: [{ parameter, detail }] }));
  });

  test('names every wrong parameter at once', async () => {
    const [{ name } = { name: 'unknown' }] = own;
    const { body } = await ask(`GET ${path}?${ids(51)}&createdSince=2026-13-01&createdBefore=&limit=0&x=1&${name}=`);
    const parameters = body.errors.map(({ parameter }: { parameter: string }) => parameter);
    expect(parameters.sort()).toEqual(['createdBefore', 'createdSince', 'id', 'id', 'limit', 'x', name].sort());
    expect(body.detail).toMatch(/ \(and 6 more errors\)\.$/);
  });
});

const reads = Object.values<Route>(routes).filter((route) => methodOf(route) === 'GET' && !route.query && !route.isRaw);
test.each(reads.map(pathOf).filter((path) => path !== '/docs'))('GET %s takes no parameter', async (path) => {
  for (const parameter of ['page', 'expand', 'x']) {
    const errors = [{ parameter, detail: 'is not a parameter; this route takes none' }];
    const response = await ask(`GET ${path.replace('{id}', nobody)}?${parameter}=x`);
    expect(response).toMatchObject(problem(400, 'invalid-query', { errors }));
  }
});
