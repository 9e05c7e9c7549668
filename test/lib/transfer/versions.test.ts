import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { client } from '../../../functions/kit/dynamodb/client';
import { optional, withDefault } from '../../../functions/kit/model/field';
import { fieldsOfAll } from '../../../functions/kit/model/models';
import { versionsOf } from '../../../functions/kit/resources';
import { type Resource, titleOf, versionOf } from '../../../functions/kit/site/openapi/resource';
import { shardOf } from '../../../functions/kit/table/keys';
import { resources } from '../../../functions/resources';
import type { ApiClient } from '../../../lib/transfer/api';
import { creatorOf } from '../../support/creator';
import { declared, describeFor } from '../../support/declared';
import { startGrown } from '../../support/dynamodb/grown';
import { temporaryFolder } from '../../support/folder';
import { eventOf, invoke } from '../../support/unit/event';
import { idAt } from '../../support/unit/id';
import { handlersOf } from './handlers';

const { database, empty } = startGrown();

const found = declared.find(({ resource, required }) => {
  return versionsOf(resource).length === 1 && required.every((name) => !resource.input[name]?.parent);
});

describeFor({ what: 'a resource of one version without a parent', found }, 'a transfer of two versions', (first) => {
  const { resource, collection, input } = first;
  // `mood` is a field of the first version alone, and `label` of the second.
  const one: Resource = { ...resource, input: { ...input, mood: withDefault({ maxLength: 9 }, 'calm') } };
  const label = optional({ maxLength: 9 });
  const two = versionOf(one, { ...one, path: '/api/v9/others', input: { ...input, label } });
  const fields = fieldsOfAll(collection, one.input, two.input);
  const handlers = { ...handlersOf({ ...one, fields }), ...handlersOf({ ...two, fields }) };
  const ask = (line: string, parts: Parameters<typeof eventOf>[1] = {}) => {
    const [request = '', query] = line.split('?');
    const [, id] = /([\da-f-]{36})$/.exec(request) ?? [];
    const handler = handlers[id ? request.replace(id, '{id}') : request];
    if (!handler) throw new Error(`There is no handler of ${request}`);
    return invoke(handler, { ...eventOf(request, { query, ...parts }), pathParameters: id ? { id } : undefined });
  };
  const [noun, other] = [one, two].map((version) => titleOf(version).replace(/^./, (letter) => letter.toLowerCase()));

  /** The API, whose pages of ids end after an item. It can do something before a request, or lose its response. */
  const apiOf = (before: (line: string) => unknown = () => {}): ApiClient => {
    const api: ApiClient = async (method, target, { headers, body } = {}) => {
      const [path = '', query = ''] = target.split('?');
      if (![one.path, two.path].some((each) => `${path}/`.startsWith(`${each}/`)))
        return { status: 200, headers: new Headers(), body: [] };
      const [id, ...left] = query.startsWith('id=') ? query.split('&') : [query];
      const isLost = (await before(`${method} ${target}`)) === 'lost';
      const response = await ask(`${method} ${path}?${id}`, { headers, body });
      if (isLost) return api(method, target, { headers, body });
      const given = Object.entries(response.headers ?? {}).map(([name, value]) => [name, String(value)] as const);
      const next = left.length > 0 && { link: `<https://api.example${path}?${left.join('&')}>; rel="next"` };
      const sent = new Headers({ ...Object.fromEntries(given), ...next });
      return { status: response.status ?? 0, headers: sent, body: response.body };
    };
    return api;
  };

  /** The transfer reads the list of versions when it is loaded. */
  const load = async () => {
    (resources as Resource[])[resources.indexOf(resource)] = one;
    (resources as Resource[]).push(two);
    return { ...(await import('../../../lib/transfer/export')), ...(await import('../../../lib/transfer/import')) };
  };
  const loaded = load();

  const file = join(temporaryFolder(), 'all.ndjson');
  const exportLines = async (api: ApiClient) => {
    const all: string[] = [];
    for await (const lines of (await loaded).exportAll(api)) all.push(...lines);
    return [...new Set(all)];
  };
  const importAll = async (api: ApiClient) => {
    const outcomes: string[] = [];
    const onLine = (_: unknown, ...outcome: unknown[]) => void outcomes.push(outcome.filter(Boolean).join());
    await (await loaded).importFile(api, file, { onLine });
    return outcomes.sort();
  };

  const parents = Object.keys(input).filter((name) => input[name]?.parent);
  const orphaned = Object.fromEntries(parents.map((name) => [name, undefined]));
  const { requestFor } = creatorOf({ ask: () => Promise.reject() });
  const ids = [1, 2, 3].map((at) => idAt(at, at));
  const store = async () => {
    await empty();
    for (const [at, id] of ids.entries()) {
      const body = { ...(await requestFor(one, 'create', orphaned)), ...(at > 0 && { mood: 'cross' }) };
      await ask(`PUT ${one.path}/${id}`, { headers: { 'if-none-match': '*' }, body });
      if (at > 1) await ask(`PATCH ${two.path}/${id}`, { body: { label: 'a' } });
    }
  };
  /** Returns all resources as both versions show them. */
  const stored = async () => {
    const shown = await Promise.all([one, two].map(({ path }) => ask(`GET ${path}`)));
    return shown.map(({ body }) => body.map(({ updatedAt: _, ...resource }: { updatedAt: string }) => resource));
  };

  test('brings all fields, also when a response is lost and the command was interrupted, and does so once', async () => {
    await store();
    const before = await stored();
    writeFileSync(file, (await exportLines(apiOf())).join(''));
    expect(readFileSync(file, 'utf8').match(/(?<="mood":"|"label":")\w+/g)).toEqual(['calm', 'cross', 'a', 'cross']);
    await empty();
    const interrupted = apiOf((line) => {
      if (line.startsWith('PATCH')) throw new Error('interrupted');
    });
    await expect(importAll(interrupted)).rejects.toThrow('interrupted');
    const losing = new Set<string>();
    const lost = apiOf((line) => /^(PATCH|PUT)/.test(line) && losing.size < losing.add(line).size && 'lost');
    expect((await importAll(lost)).filter((outcome) => outcome.startsWith('rejected'))).toEqual([]);
    expect(await stored()).toEqual(before);
    expect(await importAll(apiOf())).toEqual(['already there', 'already there', 'already there']);
    await ask(`PATCH ${one.path}/${ids[2]}`, { body: { mood: 'mild' } });
    const rejected = `rejected,is there without its ${noun}: is already there with other content`;
    expect(await importAll(apiOf())).toEqual(['already there', 'already there', rejected]);
  });

  test('leaves out what is deleted while an export runs', async () => {
    await store();
    const { TableName } = database;
    const Key = { pk: shardOf(collection, ids[0] ?? ''), sk: ids[0] };
    const api = apiOf((line) => line.includes('?id=') && client.send(new DeleteCommand({ TableName, Key })));
    const shown = (await exportLines(api)).map((line) => Object.keys(JSON.parse(line)).join());
    expect(shown).toEqual([`${other},${noun}`, `${other},${noun}`]);
  });
});
