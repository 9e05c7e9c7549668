import { GetCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { entityOf } from '../../../functions/kit/entity';
import { callerIdOf } from '../../../functions/kit/http/caller';
import { handleDelete } from '../../../functions/kit/lambda/handle';
import { belongsTo } from '../../../functions/kit/model/relation';
import { removalWith } from '../../../functions/kit/table/remove';
import { posts } from '../../../functions/posts/store';
import { removeUser } from '../../../functions/users/routes';
import { users } from '../../../functions/users/store';
import { ask } from '../../support/resources';
import { notFound } from '../../support/responses';
import { cancelled, failedOn } from '../../support/unit/errors';
import { eventOf, invoke } from '../../support/unit/event';
import { idOf, mockTable } from '../../support/unit/table';
import { counterOf, storedUser } from './stored';

const table = mockTable();
const claims = { iss: 'https://login.example/', sub: 'ada' };
const owner = callerIdOf({ requestContext: { authorizer: { jwt: { claims } } } });
const transactions = () =>
  table.commandCalls(TransactWriteCommand).map(({ args: [{ input }] }) => input.TransactItems ?? []);

const counter = { ...counterOf(storedUser, 1), owner: 'another' };
/** Write to the counter of the user, which fails when the user has another owner. */
const ofOwner = {
  Update: expect.objectContaining({
    Key: { pk: counter.pk, sk: counter.sk },
    ConditionExpression: 'attribute_exists(pk) AND #owner = :Caller',
  }),
};

beforeEach(() => {
  jest.replaceProperty(process, 'env', { ...process.env, OWNERSHIP: 'true' });
  table.on(UpdateCommand).resolves({ Attributes: counterOf(storedUser, 1) });
  table
    .on(GetCommand)
    .resolvesOnce({ Item: { ...storedUser, owner } })
    .resolves({ Item: { ...storedUser, owner: 'another' } });
});

test('stops at the first batch when the user has another owner meanwhile, and answers 404', async () => {
  const Items = Array.from({ length: 99 }, (_, number) => ({ sk: idOf(number), userId: storedUser.sk }));
  table.on(QueryCommand).resolves({ Items, LastEvaluatedKey: { pk: 'POST' } });
  table.on(TransactWriteCommand).rejects(cancelled(failedOn(counter), ...Array(99).fill('None')));
  expect(await ask(`DELETE /api/v1/users/${storedUser.sk}?force=true`, { claims })).toMatchObject(notFound);
  expect(transactions()).toEqual([[ofOwner, ...Array(99).fill(expect.anything())]]);
});

test('deletes no child of a post, and answers 404, when the user has another owner meanwhile', async () => {
  const model = { postId: belongsTo({ attribute: 'postId', parent: 'post' }) };
  const notes = entityOf({ collection: 'POST', path: '/notes', model });
  const handler = handleDelete(removeUser, (request) => removalWith([posts, notes])(users, request));
  const ofPost = { pk: `COUNT#POST#${idOf(0)}`, sk: 'COUNT' };
  table.on(GetCommand, { Key: ofPost }).resolves({ Item: { ...ofPost, children__total: 1, post_postId__count: 1 } });
  table.on(QueryCommand).resolves({ Items: [{ sk: idOf(0), userId: storedUser.sk, is__parent: true }] });
  table.on(TransactWriteCommand).rejects(cancelled('None', 'None', failedOn(counter)));
  const event = eventOf(`DELETE /api/v1/users/${storedUser.sk}`, { query: 'force=true', claims });
  expect((await invoke(handler, event)).status).toBe(404);
  expect(transactions()).toEqual([[expect.anything(), expect.anything(), ofOwner]]);
});
