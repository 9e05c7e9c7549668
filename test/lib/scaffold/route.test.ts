import { runRoute } from '../../../lib/scaffold/route';
import { aResource, describeFor } from '../../support/declared';

const NOT_A_PATH = 'allowed: one such as /webhooks/payments or /coupons/{code}';

test.each([
  ['FETCH /nowhere', 'The method is "FETCH"; allowed: GET, POST, PUT, PATCH, DELETE'],
  ['GET nowhere', `The path is "nowhere"; ${NOT_A_PATH}`],
  ['GET /', `The path is "/"; ${NOT_A_PATH}`],
  ['GET /api/v1/{id}', `The path is "/api/v1/{id}"; ${NOT_A_PATH}`],
  ['GET /files/{proxy+}', `The path is "/files/{proxy+}"; ${NOT_A_PATH}`],
  ['GET /docs', 'There is a route GET /docs; choose another path'],
  ['GET /nowhere --name getReference', 'The name "getReference" cannot be used; give another by --name'],
  ['GET /nowhere --name extends', 'The name "extends" cannot be used; give another by --name'],
  ['POST /hooks --public', 'A write is --public only with --raw, where the handler checks who sent it'],
])('npm run route -- %s is refused, and says what is allowed', async (line, sentence) => {
  await expect(runRoute(line.split(' '))).rejects.toThrow(sentence);
});

describeFor(aResource, 'npm run route', ({ path, label }) => {
  test('leaves the routes of a resource to its folder', async () => {
    await expect(runRoute(['POST', `${path}/{id}/archive`])).rejects.toThrow(
      `The path "${path}/{id}/archive" is one of ${label}; write the route there: functions/BEYOND-DECLARATIONS.md#add-a-route`,
    );
  });
});
