import { startGuardedServices } from '../support/auth/guarded';
import { badShapes, prefixed, scopePrefix, shapes } from '../support/auth/shapes';
import { bearer, type Claims } from '../support/auth/tokens';
import { nobody } from '../support/service';

const guarded = startGuardedServices({ scopePrefix });
const { ask } = guarded;
const statusesOf = async (claims: Claims) => {
  const headers = bearer(await guarded.key.sign(claims));
  const lines = ['GET /api/v1/users', `DELETE /posts/${nobody}`, 'GET /api/v1/users/1', 'DELETE /api/v1/users/1'];
  return Promise.all(lines.map(async (line) => (await ask(line, headers)).status));
};

describe('on a stage with scopePrefix a token is taken that has', () => {
  test.each(shapes)('%s', async (_, claimsOf) => {
    expect(await statusesOf(claimsOf(prefixed))).toEqual([200, 404, 404, 403]);
    expect(await statusesOf(claimsOf(['openid', `${scopePrefix}users:write`]))).toEqual([403, 403, 403, 404]);
  });
});

describe('on a stage with scopePrefix a token is refused that has', () => {
  test.each(badShapes)('%s', async (_, status, claims) => {
    expect(await statusesOf(claims)).toEqual(Array(4).fill(status));
  });
});

test('on a stage with scopePrefix the description names the scopes with the prefix', async () => {
  for (const protectReads of [false, true]) {
    const { paths } = (await ask('GET /openapi.json', {}, { protectReads })).body;
    expect(paths['/api/v1/users'].get.security).toEqual([{ token: ['users-and-posts/users:read'] }]);
    expect(paths['/posts'].get.security).toEqual(protectReads ? [{ token: ['users-and-posts/posts:read'] }] : []);
  }
});
