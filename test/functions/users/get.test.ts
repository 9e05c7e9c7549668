import { handler } from '../../../functions/users/get';
import { User } from '../../../functions/users/model';
import { answerOf, eventOf, invoke, problemOf } from '../../support/event';
import { readAs } from '../../support/model';
import { ann, annSeen, mockTable, onTable } from '../../support/table';

const table = mockTable();
const get = (headers = {}) => invoke(handler, eventOf(`GET /api/v1/users/${ann.sk}`, { headers }));
const headers = { etag: '"rev-of-ann"', 'cache-control': 'no-cache' };

describe('GET /api/v1/users/{id}', () => {
  test('answers the user, read consistently', async () => {
    table.onAnyCommand().resolves({ Item: ann });
    expect(await get()).toEqual(answerOf(200, headers, annSeen));
    expect(table.sent()).toEqual([
      ['GetCommand', { ...onTable, Key: { pk: 'USER', sk: ann.sk }, ConsistentRead: true }],
    ]);
  });

  test('answers as its model says', async () => {
    table.onAnyCommand().resolves({ Item: ann });
    expect(readAs(User, (await get()).body)).toEqual(annSeen);
  });

  test('says nothing of attributes that are not members', async () => {
    table.onAnyCommand().resolves({ Item: { ...ann, secret: 'x' } });
    expect((await get()).body).toStrictEqual(annSeen);
  });

  test('answers 304 to If-None-Match with its ETag', async () => {
    table.onAnyCommand().resolves({ Item: ann });
    expect(await get({ 'if-none-match': 'W/"rev-of-ann"' })).toEqual(answerOf(304, headers));
  });

  test('answers 404 when there is no such user', async () => {
    table.onAnyCommand().resolves({});
    expect(await get()).toEqual(problemOf(404, 'not-found', 'There is no such resource.'));
  });
});
