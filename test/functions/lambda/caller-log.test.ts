import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { callerLogOf } from '../../../functions/lambda/log';
import { eventOf } from '../../support/event';
import { ask } from '../../support/resources';
import { mockTable, storedPost } from '../../support/table';

const table = mockTable();
const claims = { iss: 'https://login.example/', sub: 'ada-the-subject', scope: 'posts:write' };
const logged = async (line: string, parts = {}) => {
  table.on(TransactWriteCommand).resolves({});
  table.on(GetCommand).resolves({ Item: storedPost });
  await ask(line, { claims, ...parts });
  const [{ caller, target }] = table.logged();
  return { caller, target };
};
const caller = expect.stringMatching(/^[\w-]{22}$/);

describe('the log of a stage with authentication', () => {
  test('names the caller by a hash, and the new resource', async () => {
    const { target, ...rest } = await logged('POST /posts', { body: { title: 'x' } });
    expect(rest).toEqual({ caller });
    expect(target).toMatch(/^\/posts\/[\da-f-]{36}$/);
    expect(JSON.stringify(table.logged())).not.toContain('subject');
  });

  test('names the resource that a write is about, also when the write is refused', async () => {
    const line = `PATCH /posts/${storedPost.sk.toUpperCase()}`;
    expect(await logged(line, { body: { titel: 'x' } })).toEqual({ caller, target: `/posts/${storedPost.sk}` });
  });

  test.each(['DELETE /posts/ann@example.com', 'PUT /posts/x'])('names no id of another form: %s', async (line) => {
    expect(await logged(line, { body: {} })).toEqual({ caller, target: undefined });
  });

  test.each(['GET', 'HEAD'])('names no target of a read: %s', async (method) => {
    const event = eventOf(`GET /posts/${storedPost.sk}`, { claims });
    const routeKey = `${method} /posts/{id}`;
    const { target } = callerLogOf({ ...event, routeKey }, {});
    expect(target).toBeUndefined();
  });

  test('names the new resource also when the client sends a host that is none', async () => {
    const { target } = await logged('POST /posts', { body: { title: 'x' }, headers: { host: 'a b' } });
    expect(target).toMatch(/^\/posts\/[\da-f-]{36}$/);
  });

  test('names nobody without a token, or for a token without a subject', async () => {
    const nobody = { caller: undefined, target: undefined };
    expect(await logged(`GET /posts/${storedPost.sk}`, { claims: undefined })).toEqual(nobody);
    table.forget();
    const { iss } = claims;
    expect(await logged(`GET /posts/${storedPost.sk}`, { claims: { iss } })).toEqual(nobody);
  });
});
