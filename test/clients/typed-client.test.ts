import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Resource, titleOf } from '../../functions/kit/site/openapi/resource';
import { resources } from '../../functions/resources';
import { bare } from '../support/creator';
import { describeEach, routeOf } from '../support/declared';
import { nobody, useService } from '../support/service';

const { url, requestFor } = useService();

const typeOf = (value: unknown): string => {
  const [item = ''] = Array.isArray(value) ? value : [];
  return Array.isArray(value) ? `${typeof item}[]` : typeof value;
};

/** Writes a client of a resource. It compiles if the requests have the types of the fields, and the responses those of the examples. */
const clientOf = (resource: Resource) => {
  const { path, input, examples } = resource;
  const title = titleOf(resource);
  const required = Object.entries(examples.stored[0]).filter(([name]) => !input[name]?.isOptional);
  const shown = required.map(([name, value]) => `${name}: ${typeOf(value)}`).join('; ');
  const [expand] = routeOf(resource, 'list')[1].query?.expand?.oneOf ?? [];
  const written = Object.keys(bare(resource)).filter((name) => !input[name]?.isServerSet);
  const dropped = written.map((name) => `${name}: null`);
  const values = Object.entries({ ...examples.create.request, ...examples.update.request });
  const mistakes = values.map(([name, value]) => {
    const other = typeof value === 'string' ? 3 : "'3'";
    return `${title}_${name}: Schemas['${title}Patch'] = { ${name}: ${other} }`;
  });
  // A client has to ask whether an item has a parent.
  if (expand) mistakes.push(`${expand}Of = (item: Schemas['Listed${title}']) => item.${expand}.id`);
  return `
export const use${title} = async (baseUrl: string, body: Schemas['${title}Input'], patch: Schemas['${title}Patch']) => {
  const client = createClient<paths>({ baseUrl });
  const codeOf = ({ error }: { error?: Schemas['Problem'] | Schemas['Message'] }) =>
    error && 'code' in error ? [error.code, ...(error.errors?.map(({ rule }) => rule) ?? [])] : error?.message;
  const { data: created, error } = await client.POST('${path}', { body });
  if (!created) throw new Error(JSON.stringify(error));
  const shown: { ${shown} } = created;
  const path = { id: shown.id };
  const got = await client.GET('${path}/{id}', { params: { path } });
  const header = { 'If-Match': got.response.headers.get('etag') ?? '' };
  const changed = await client.PATCH('${path}/{id}', { params: { path }, body: patch, bodySerializer: JSON.stringify });
  const stale = await client.PUT('${path}/{id}', { params: { path, header }, body });
  const byId = { id: ['${nobody}', shown.id]${expand ? `, expand: '${expand}' as const` : ''} };
  const listed = await client.GET('${path}', { params: { query: byId } });
  const query = { createdSince: created.createdAt, after: '${nobody}', limit: 1, order: 'asc' as const };
  const page = await client.GET('${path}', { params: { query, header: { Prefer: 'count=exact' } } });
  const found = [got.data, changed.data, listed.data?.[0], page.data?.[0]];
  const items: Schemas['${title}'][] = [created, ...found.flatMap((each) => each ?? [])];
  const { status } = (await client.DELETE('${path}/{id}', { params: { path } })).response;
  return { items, code: codeOf(stale), count: page.response.headers.get('x-total-count'), status };
};
export const ${title}_dropped: Schemas['${title}Patch'] = { ${dropped.join(', ')} };
${mistakes.map((mistake) => `// @ts-expect-error\nexport const ${mistake};`).join('\n')}
`;
};

const imports = `import createClient from 'openapi-fetch';\nimport type { components, paths } from './api';\ntype Schemas = components['schemas'];\n`;

test('the types of openapi-typescript allow what each resource takes and sends, and refuse other values', () => {
  expect(readFileSync(join(__dirname, 'api.ts'), 'utf8')).not.toContain('& unknown');
  writeFileSync(join(__dirname, 'use.ts'), imports + resources.map(clientOf).join(''));
  const { status, stdout } = spawnSync(join(__dirname, '../../node_modules/.bin/tsc'), {
    cwd: __dirname,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

describeEach('%s', (_, resource) => {
  test('the typed client creates, reads, changes, lists and deletes one', async () => {
    const use = require('./use')[`use${titleOf(resource)}`];
    const [body, patch] = [await requestFor(resource, 'create'), await requestFor(resource, 'update')];
    const { items, ...rest } = await use(url(), body, patch);
    const [created, got, changed, listed, page] = items;
    expect(rest).toEqual({ code: ['stale'], count: '1', status: 204 });
    expect([created, changed]).toMatchObject([body, patch]);
    expect([got, page]).toEqual([created, changed]);
    const [expand] = routeOf(resource, 'list')[1].query?.expand?.oneOf ?? [];
    expect(listed).toMatchObject({ ...changed, ...(expand && { [expand]: { id: expect.any(String) } }) });
  });
});
