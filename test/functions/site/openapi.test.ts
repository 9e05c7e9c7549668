import { handler } from '../../../functions/site/openapi';
import { descriptionOf } from '../../../functions/site/openapi/document';
import { answerOf, eventOf, invoke } from '../../support/event';
import { mockTable } from '../../support/table';

const table = mockTable();
afterEach(() => expect(table.sent()).toEqual([]));

const kept = { etag: expect.stringMatching(/^"[\w-]{22}"$/), 'cache-control': 'public, max-age=300' };
const get = (headers = {}) => invoke(handler, eventOf('GET /openapi.json', { headers }));

describe('GET /openapi.json', () => {
  test('answers the description, of the service where the client asked', async () => {
    const document = JSON.parse(JSON.stringify(descriptionOf()('https://api.example')));
    expect(await get()).toEqual(answerOf(200, kept, document));
    expect((await get({ host: 'other.example' })).body.servers).toMatchObject([{ url: 'https://other.example' }]);
  });

  test('answers 304 while it is the same', async () => {
    const { headers } = await get();
    const etag = String(headers?.etag);
    expect(await get({ 'if-none-match': etag })).toEqual(answerOf(304, { ...kept, etag }));
  });

  test('names the issuer that the stage trusts', async () => {
    process.env.ISSUER = 'https://login.example';
    await jest.isolateModulesAsync(async () => {
      const { handler: guarded } = await import('../../../functions/site/openapi');
      const { body } = await invoke(guarded, eventOf('GET /openapi.json'));
      expect(body.components.securitySchemes.token.description).toContain('https://login.example');
      expect(body.paths['/posts'].get.security).toEqual([]);
    });
    process.env.PROTECT_READS = 'true';
    await jest.isolateModulesAsync(async () => {
      const { handler: guarded } = await import('../../../functions/site/openapi');
      const { body } = await invoke(guarded, eventOf('GET /openapi.json'));
      expect(body.paths['/posts'].get.security).toEqual([{ token: ['posts:read'] }]);
    });
    delete process.env.ISSUER;
    delete process.env.PROTECT_READS;
  });
});
