import { type DataProvider, type GetListParams, HttpError, type Identifier } from 'ra-core';

const paths: Record<string, string> = { users: '/api/v1/users', posts: '/posts' };

/** A react-admin data provider for this API: it pages by cursor, and an edit fails where somebody else was faster. */
export const dataProvider = (url: string, headers: Record<string, string> = {}): DataProvider => {
  const tags = new Map<Identifier, string>();
  const starts = new Map<string, (string | undefined)[]>();

  const ask = async (method: string, path: string, more: Record<string, string> = {}, data?: object) => {
    const all = { 'content-type': 'application/json', ...headers, ...more };
    const response = await fetch(url + path, { method, headers: all, body: data && JSON.stringify(data) });
    const body = await response.json();
    if (!response.ok) {
      const faults: { pointer?: string; detail: string }[] = body.errors ?? [];
      const errors = Object.fromEntries(faults.map(({ pointer = '', detail }) => [pointer.slice(2), detail]));
      throw new HttpError(body.detail ?? body.message, response.status, { ...body, errors });
    }
    if (body.id) tags.set(body.id, response.headers.get('etag') ?? '*');
    return { data: body, headers: response.headers };
  };
  const on = (resource: string, id: Identifier) => `${paths[resource]}/${id}`;
  const get = (resource: string, id: Identifier) => ask('GET', on(resource, id));
  const remove = (resource: string, id: Identifier) =>
    ask('DELETE', on(resource, id), { prefer: 'return=representation' });

  const list = async (resource: string, { pagination, sort, filter }: Partial<GetListParams>) => {
    const { page, perPage } = pagination ?? { page: 1, perPage: 50 };
    const query = { ...filter, limit: String(perPage), order: sort?.order === 'ASC' ? 'asc' : 'desc' };
    const key = `${resource} ${JSON.stringify(query)}`;
    const known = starts.get(key) ?? ['']; // where each page begins that was seen so far
    starts.set(key, known);
    for (let at = Math.min(page, known.length); ; at++) {
      const asked = new URLSearchParams({ ...query, ...(known[at - 1] && { after: known[at - 1] }) });
      const { data, headers: got } = await ask('GET', `${paths[resource]}?${asked}`, { prefer: 'count=exact' });
      const [, next] = /<([^>]+)>; rel="next"/.exec(got.get('link') ?? '') ?? [];
      if (next) known[at] = new URL(next).searchParams.get('after') ?? '';
      const total = got.get('x-total-count') ? { total: Number(got.get('x-total-count')) } : {};
      const pageInfo = { hasNextPage: next !== undefined, hasPreviousPage: page > 1 };
      if (at === page || !next) return { data: at === page ? data : [], ...total, pageInfo };
    }
  };
  const each = (ids: Identifier[], one: (id: Identifier) => Promise<unknown>) =>
    Promise.all(ids.map(one)).then(() => ({ data: ids }));

  return {
    getList: list,
    getManyReference: (resource, { target, id, ...rest }) =>
      list(resource, { ...rest, filter: { ...rest.filter, [target]: id } }),
    getOne: (resource, { id }) => get(resource, id),
    getMany: async (resource, { ids }) => ({
      data: (await Promise.all(ids.map((id) => get(resource, id)))).map(({ data }) => data),
    }),
    create: (resource, { data }) => ask('POST', String(paths[resource]), {}, data),
    update: (resource, { id, data }) => ask('PUT', on(resource, id), { 'if-match': tags.get(id) ?? '*' }, data),
    updateMany: (resource, { ids, data }) => each(ids, (id) => ask('PATCH', on(resource, id), {}, data)),
    delete: (resource, { id }) => remove(resource, id),
    deleteMany: (resource, { ids }) => each(ids, (id) => remove(resource, id)),
  };
};
