import { handler } from '../../../functions/site/openapi';
import { describeService } from '../../../functions/site/openapi/document';
import { eventOf, invoke } from '../../support/event';
import { responseOf } from '../../support/responses';
import { mockTable } from '../../support/table';

const table = mockTable();
afterEach(() => expect(table.sent()).toEqual([]));

const kept = {
  etag: expect.stringMatching(/^"[\w-]{22}"$/),
  'cache-control': 'public, max-age=300',
  vary: 'accept-encoding',
};
const get = (headers = {}) => invoke(handler, eventOf('GET /openapi.json', { headers }));

describe('GET /openapi.json', () => {
  test('answers the description, which names no host', async () => {
    const document = JSON.parse(JSON.stringify(describeService()));
    expect(await get()).toEqual(responseOf(200, kept, document));
    expect(document.servers).toMatchObject([{ url: '/' }]);
  });

  test('answers 304 while the description is the same', async () => {
    const { headers } = await get();
    const etag = String(headers?.etag);
    expect(await get({ 'if-none-match': etag })).toEqual(responseOf(304, { ...kept, etag }));
  });
});
