import {
  type DataProvider,
  type GetListParams,
  type GetManyParams,
  HttpError,
  type Identifier,
  type RaRecord,
} from 'ra-core';

const MAX_IDS = 50; // the maximum of the API for a request
const version = ({ id, updatedAt }: Partial<RaRecord>) => `${id} ${updatedAt}`;
/** Leaves out empty inputs, also inside objects, and the parents that `embed` added. */
const writable = (data: object): object =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      if (typeof value !== 'object') return [[name, value]];
      if (Array.isArray(value)) return [[name, value.map((item) => (item instanceof Object ? writable(item) : item))]];
      return value === null || `${name}Id` in data ? [] : [[name, writable(value)]];
    }),
  );
const nextOf = (link: string) => /\?([^>]+)>; rel="next"/.exec(link)?.[1]; // the query of the next page

/**
 * A react-admin data provider for this API. It finds the path of a resource, such as `notes`, in the description of the API,
 * and pages by cursor. A filter is a query parameter of the list. An edit of an outdated record fails with a 412.
 */
export const dataProvider = (url: string, headers: Record<string, string> = {}): DataProvider => {
  const tags = new Map<string, string>();
  const starts = new Map<string, string[]>(); // the cursors of the pages seen so far, by list
  const request = async (method: string, path: string, more: Record<string, string> = {}, data?: object) => {
    const all = { 'content-type': 'application/json', ...headers, ...more };
    const response = await fetch(url + path, { method, headers: all, body: data && JSON.stringify(data) });
    const body = await response.json();
    const details: { pointer?: string; detail: string }[] = body.errors ?? [];
    const errors = Object.fromEntries(details.map(({ pointer = '#/root', detail }) => [pointer.slice(2), detail]));
    if (!response.ok) throw new HttpError(body.detail, response.status, { ...body, errors });
    if (method !== 'GET') starts.clear();
    tags.set(version(body), response.headers.get('etag') ?? '*');
    return { data: body, link: response.headers.get('link') ?? '', total: response.headers.get('x-total-count') };
  };
  let paths: Promise<string[]> | undefined;
  const pathOf = async (resource: string) => {
    paths ??= request('GET', '/openapi.json').then(({ data }) => Object.keys(data.paths));
    const path = (await paths).find((each) => each.endsWith(`/${resource}`));
    if (!path) throw new Error(`The API has no resource "${resource}"`);
    return path;
  };
  const one = async (method: string, resource: string, id: Identifier, more = {}, data?: object) =>
    request(method, `${await pathOf(resource)}/${id}`, more, data);
  const remove = (resource: string, id: Identifier) => one('DELETE', resource, id, { prefer: 'return=representation' });
  const each = (ids: Identifier[], change: (id: Identifier) => Promise<unknown>) =>
    Promise.all(ids.map(change)).then(() => ({ data: ids }));
  const getByIds = async <T extends RaRecord>(resource: string, query: string): Promise<T[]> => {
    const { data, link } = await request('GET', `${await pathOf(resource)}?${query}`);
    const next = nextOf(link); // a response ends at about 1 MB
    return next ? [...data, ...(await getByIds<T>(resource, next))] : data;
  };
  const list = async <T extends RaRecord>(resource: string, params: Partial<GetListParams>) => {
    const { pagination, sort, filter, meta } = params;
    if (sort && !['id', 'createdAt'].includes(sort.field))
      throw new Error(
        `Lists of the API sort by id, the time of creation, not by "${sort.field}"; set sortable={false}`,
      );
    const { page, perPage } = pagination ?? { page: 1, perPage: 50 };
    const parts = Math.ceil(perPage / 100); // a page of the API has at most 100 items
    const own = { limit: Math.ceil(perPage / parts), order: sort?.order === 'ASC' ? 'asc' : 'desc' };
    const key = JSON.stringify({ ...filter, ...(meta?.embed && { expand: `${meta.embed}` }), ...own });
    const query: Record<string, string> = JSON.parse(key); // a Date of the filter is now an RFC 3339 time
    const known = starts.get(`${resource} ${key}`) ?? [''];
    starts.set(`${resource} ${key}`, known);
    const found: { data: T[]; total?: number } = { data: [] };
    for (let at = Math.min((page - 1) * parts + 1, known.length), prefer = 'count=exact'; ; at++, prefer = '') {
      const search = new URLSearchParams({ ...query, ...(known[at - 1] && { after: known[at - 1] }) });
      const { data, link, total } = await request('GET', `${await pathOf(resource)}?${search}`, { prefer });
      const next = new URLSearchParams(nextOf(link)).get('after');
      if (next) known.splice(at, known.length, next);
      if (total) found.total = Number(total);
      if (at > (page - 1) * parts) found.data.push(...data);
      if (at < page * parts && next) continue;
      return { ...found, pageInfo: { hasNextPage: next !== null, hasPreviousPage: page > 1 } };
    }
  };
  return {
    getList: list,
    getManyReference: (resource, { target, id, ...rest }) => list(resource, { ...rest, filter: { [target]: id } }),
    getOne: (resource, { id }) => one('GET', resource, id),
    getMany: async <T extends RaRecord>(resource: string, { ids }: GetManyParams<T>) => {
      const offsets = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, i) => i * MAX_IDS);
      const queryOf = (some: Identifier[]) => `${new URLSearchParams(some.map((id) => ['id', `${id}`]))}`;
      const read = (at: number) => getByIds<T>(resource, queryOf(ids.slice(at, at + MAX_IDS)));
      return { data: (await Promise.all(offsets.map(read))).flat() };
    },
    create: async (resource, { data }) => request('POST', await pathOf(resource), {}, writable(data)),
    update: (resource, { id, data, previousData }) =>
      one('PUT', resource, id, { 'if-match': tags.get(version(previousData)) ?? '*' }, writable(data)),
    updateMany: (resource, { ids, data }) => each(ids, (id) => one('PATCH', resource, id, {}, data)),
    delete: (resource, { id }) => remove(resource, id),
    deleteMany: (resource, { ids }) => each(ids, (id) => remove(resource, id)),
  };
};
