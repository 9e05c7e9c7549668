import { folderOf } from '../../../functions/kit/http/route';
import { routeTextsOf } from '../../../lib/scaffold/own-route-templates';
import { placeOf } from '../../../lib/scaffold/place';
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
  ['GET /nowhere --name getReference', 'The name "getReference" is taken, or no name in code; give another by --name'],
  ['GET /nowhere --name extends', 'The name "extends" is taken, or no name in code; give another by --name'],
  [
    'GET /kit',
    'The folder of the route is functions/kit, which is neither free nor a group with a routes.ts and a docs.ts; ',
  ],
  [
    'GET /2fa/verify',
    'The folder of the route is functions/2fa, and no constant can be "2faDocs"; choose another path',
  ],
  ['GET /.well-known/x --name getX', 'functions/.well-known, and no constant can be ".wellKnownDocs"; choose another'],
  ['GET /zombie --name zombieDocs', 'functions/zombie, and no constant can be "zombieDocs"; choose another path'],
  ['POST /hooks --public', 'A write is --public only with --raw, where the handler checks who sent it'],
])('npm run route -- %s is refused, and says what is allowed', async (line, sentence) => {
  await expect(runRoute(line.split(' '))).rejects.toThrow(sentence);
});

test.each([
  ['GET', '/zombies', { group: 'zombies', file: 'get', docs: 'zombiesDocs' }],
  ['POST', '/api/v1/zombies/{name}/heads', { group: 'zombies', file: 'heads', docs: 'zombiesDocs' }],
  ['GET', '/zombies/docs', { group: 'zombies', file: 'get-docs', docs: 'zombiesDocs' }],
  ['POST', '/zombies/routes', { group: 'zombies', file: 'post-routes', docs: 'zombiesDocs' }],
  ['PUT', '/zombies/Model', { group: 'zombies', file: 'put-Model', docs: 'zombiesDocs' }],
  ['GET', '/kit/zombies', { group: 'kit-zombies', file: 'get', docs: 'kitZombiesDocs' }],
])('npm run route puts %s %s where nothing else stands', (method, path, place) => {
  expect(placeOf({ method, path, name: 'getZombies' })).toEqual({ ...place, isNew: true });
});

test.each([
  [false, "scope: 'zombies',"],
  [true, "access: 'public',"],
])('a written route that is public (%s) has %s', (isPublic, member) => {
  const names = { method: 'GET', path: '/zombies/{name}', name: 'getZombies', group: 'zombies', file: 'get' } as const;
  const { route } = routeTextsOf({ ...names, isRaw: false, isPublic });
  expect(route.match(/(scope|access): .*/g)).toEqual([member]);
});

describeFor(aResource, 'npm run route', ({ path, label, resource }) => {
  test('leaves the folder of a resource alone', () => {
    const folder = folderOf(resource.path);
    const place = () => placeOf({ method: 'GET', path: `/${folder}`, name: 'getZombies' });
    expect(place).toThrow(`The folder of the route is functions/${folder}, which is neither free nor a group`);
    expect(placeOf({ method: 'GET', path: `/${folder}/zombies`, name: 'getZombies' }).group).toBe(`${folder}-zombies`);
  });

  test('refuses the path of a route with another name of its parameter', async () => {
    await expect(runRoute(['GET', `${path}/{zombie}`])).rejects.toThrow(
      `The path "${path}/{zombie}" is ${path}/{id} for API Gateway; write that one, or choose another path`,
    );
  });

  test('leaves the routes of a resource to its folder', async () => {
    await expect(runRoute(['POST', `${path}/{id}/archive`])).rejects.toThrow(
      `The path "${path}/{id}/archive" is one of ${label}; write the route there: functions/BEYOND-DECLARATIONS.md#add-a-route`,
    );
  });
});
