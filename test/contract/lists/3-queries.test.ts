import { methodOf, pathOf, type Route } from '../../../functions/kit/http/route';
import { errorOf } from '../../../functions/kit/model/check';
import type { Fields } from '../../../functions/kit/model/field';
import { isFilter, pageQuery } from '../../../functions/kit/model/page';
import * as routes from '../../../functions/routes';
import { resourceRows, routeOf } from '../../support/every-resource';
import { nobody, problem, useService } from '../../support/service';

const { ask } = useService();

const limit = 'must be a whole number of at least 1; more than 100 counts as 100';
const time = 'must be a date such as 2026-11-01, or a time such as 2026-11-01T09:30:00+01:00, from 1970 to 9999 in UTC';
const later = 'must be later than createdSince, by a millisecond or more';
const [noId, noIds] = ['must be a UUIDv7', 'must be a UUIDv7; repeat the parameter for each id'];
const ids = (count: number) => Array.from({ length: count }, () => `id=${nobody}`).join('&');

/** Query that a list refuses, with the parameter and the detail of its only error. */
type Row = [query: string, parameter: string, detail: string];
const rows = (detail: string, ...queries: string[]) =>
  queries.map((query): Row => [query, query.split('=')[0] ?? '', detail]);

const rulesOf = (query: Fields) => {
  const allowed = `allowed: ${Object.keys(query).join(', ')}`;
  return {
    unknown: `is not a parameter; ${allowed}`,
    empty: `is empty; leave it out or give a value; ${allowed}`,
    twice: `is given 2 times; the maximum is 1; ${allowed}`,
    tooMany: `is given 51 times; the maximum is 50; ${allowed}`,
  };
};

const ofEveryList = ({ unknown, empty, twice, tooMany }: ReturnType<typeof rulesOf>): Row[] => [
  ...rows(unknown, '__proto__=x', '=x', 'unknown=x'),
  ...rows(`${unknown}; did you mean order?`, 'sort=x'),
  ...rows(`${unknown}; did you mean id?`, `ids=${nobody}`),
  ...rows(`${unknown}; to page, follow the Link header`, 'page=2', 'offset=2', 'skip=2'),
  ...rows(`${unknown}; did you mean createdSince?`, 'createdAfter=2026-11-01', 'since=2026-11-01', 'from=2026-11-01'),
  ...rows(`${unknown}; did you mean createdBefore?`, 'before=2026-11-01', 'to=2026-11-01'),
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

/** Texts that are no value of most fields. */
const hostile = ['a', ' ', 'a b@c', '7.5', '\u0007', 'x'.repeat(2000), nobody.slice(1)];

/** Makes the rows of the parameters that only this list has: its filters and `expand`. */
const ofOwn = (query: Fields, valueOf: (name: string) => unknown): Row[] => {
  const { unknown, empty, twice } = rulesOf(query);
  const own = Object.keys(query).filter((name) => !(name in pageQuery({})));
  const filters = own.filter((name) => isFilter(query[name] ?? {}));
  const sentOf = (name: string) => `${name}=${encodeURIComponent(String(valueOf(name)))}`;
  const ofName = (name: string): Row[] => {
    const { aliases = [], ...field } = query[name] ?? {};
    const isOther = (alias: string) => !(alias in query);
    const wrong = hostile.filter((text) => errorOf(field, text));
    return [
      ...rows(`${unknown}; did you mean ${name}?`, ...aliases.filter(isOther).map((alias) => `${alias}=x`)),
      ...rows(empty, `${name}=`),
      ...rows(twice, `${sentOf(name)}&${sentOf(name)}`),
      ...wrong.map((text): Row => [`${name}=${encodeURIComponent(text)}`, name, errorOf(field, text) ?? '']),
    ];
  };
  const [first = '', ...others] = filters;
  return [
    ...own.flatMap(ofName),
    ...filters.map((name): Row => [`${ids(1)}&${sentOf(name)}&order=asc`, 'id', `cannot be combined with ${name}`]),
    ...others.map((name): Row => [`${sentOf(name)}&${sentOf(first)}`, first, `cannot be combined with ${name}`]),
    ...('expand' in query ? [] : rows(unknown, 'expand=x')),
  ];
};

describe.each(resourceRows)('a list of %s', (_, resource) => {
  const { path, examples } = resource;
  const [, { query = {} }] = routeOf(resource, 'list');
  const values: Readonly<Record<string, unknown>> = { ...examples.replace.request, ...examples.create.request };
  const valueOf = (name: string) => values[name] ?? query[name]?.example ?? query[name]?.oneOf?.[0] ?? nobody;
  const isUnknown = ([, parameter, detail]: Row) => !detail.includes('not a parameter') || !(parameter in query);

  test.each([...ofEveryList(rulesOf(query)).filter(isUnknown), ...ofOwn(query, valueOf)])(
    'answers 400 to ?%s',
    async (sent, parameter, detail) => {
      const response = await ask(`GET ${path}?${sent.replace(/[^!-~]+/gu, encodeURIComponent)}`);
      expect(response).toMatchObject(problem(400, 'invalid-query', { errors: [{ parameter, detail }] }));
    },
  );

  test('names every wrong parameter at once', async () => {
    const [own] = ofOwn(query, valueOf).filter(([sent, name]) => sent === `${name}=`);
    const sent = `${ids(51)}&createdSince=2026-13-01&createdBefore=&limit=0&unknown=1${own ? `&${own[0]}` : ''}`;
    const { body } = await ask(`GET ${path}?${sent}`);
    const parameters = body.errors.map(({ parameter }: { parameter: string }) => parameter);
    const expected = ['createdBefore', 'createdSince', 'id', 'id', 'limit', 'unknown', ...(own ? [own[1]] : [])];
    expect(parameters.sort()).toEqual(expected.sort());
    expect(body.detail).toMatch(new RegExp(` \\(and ${expected.length - 1} more errors\\)\\.$`));
  });
});

const withoutQuery = Object.values<Route>(routes).filter(
  (route) => methodOf(route) === 'GET' && !route.query && pathOf(route) !== '/docs',
);
test.each(withoutQuery.map(pathOf))('GET %s takes no parameter', async (path) => {
  for (const parameter of ['page', 'expand', 'x']) {
    const response = await ask(`GET ${path.replace('{id}', nobody)}?${parameter}=x`);
    const errors = [{ parameter, detail: 'is not a parameter; this route takes none' }];
    expect(response).toMatchObject(problem(400, 'invalid-query', { errors }));
  }
});
