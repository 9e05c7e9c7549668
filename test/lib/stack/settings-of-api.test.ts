import * as routes from '../../../functions/routes';
import { certificate, everySetting, issuer, type StackTemplate, templateOf } from '../../support/stack';

const plain = templateOf();
const full = templateOf(everySetting);
const both = [plain, full];
const guardedOnly = templateOf({ issuer, audience: 'a' });

/** Returns the authorization and the scopes of each route. */
const routesOf = (template: StackTemplate): Record<string, string[]> =>
  Object.fromEntries(
    template
      .each('ApiGatewayV2::Route')
      .map(({ Properties: { RouteKey, AuthorizationType, AuthorizationScopes } }) => [
        RouteKey,
        [AuthorizationType, ...(AuthorizationScopes ?? [])],
      ]),
  );

describe('the setting', () => {
  test('issuer and audience make each route ask for a token with its scope', () => {
    expect(plain.each('ApiGatewayV2::Authorizer')).toEqual([]);
    expect(new Set(Object.values(routesOf(plain)).flat())).toEqual(new Set(['NONE']));
    expect(full.one('ApiGatewayV2::Authorizer')).toMatchObject({
      AuthorizerType: 'JWT',
      IdentitySource: ['$request.header.Authorization'],
      JwtConfiguration: { Issuer: issuer, Audience: ['a', 'b'] },
    });
    expect(routesOf(guardedOnly)).toMatchObject({
      'GET /api/v1/users': ['JWT', 'users:read'],
      'HEAD /api/v1/users/{id}': ['JWT', 'users:read'],
      'DELETE /api/v1/users/{id}': ['JWT', 'users:write'],
      'POST /posts': ['JWT', 'posts:write'],
    });
    expect(full.variablesOf('getDescription')).toMatchObject({ ISSUER: issuer, PROTECT_READS: 'true' });
  });

  test('scopePrefix stands before the scope of each route, and changes nothing else', () => {
    const { scopePrefix, ...others } = everySetting;
    const unprefixed = templateOf(others);
    const expected = Object.entries(routesOf(unprefixed)).map(([routeKey, [type, ...scopes]]) => [
      routeKey,
      [type, ...scopes.map((scope) => `users-and-posts/${scope}`)],
    ]);
    expect(routesOf(full)).toEqual(Object.fromEntries(expected));
    expect(routesOf(full)).toMatchObject({ 'POST /posts': ['JWT', 'users-and-posts/posts:write'] });
    expect(full.variablesOf('getDescription').SCOPE_PREFIX).toBe('users-and-posts/');
    for (const name of Object.keys(routes)) {
      const { SCOPE_PREFIX: _, ...variables } = full.variablesOf(name);
      expect(variables).toEqual(unprefixed.variablesOf(name));
    }
  });

  test('protectReads guards reads of posts, and leaves only the routes of one list open', () => {
    const openIn = (template: StackTemplate) =>
      Object.entries(routesOf(template))
        .filter(([, [type]]) => type === 'NONE')
        .map(([routeKey]) => routeKey)
        .sort();
    const always = [
      '$default',
      'GET /',
      'GET /docs',
      'GET /openapi.json',
      'HEAD /',
      'HEAD /docs',
      'HEAD /openapi.json',
    ];
    expect(openIn(full)).toEqual(always);
    const reads = ['GET /posts', 'GET /posts/{id}', 'HEAD /posts', 'HEAD /posts/{id}'];
    expect(openIn(guardedOnly)).toEqual([...always, ...reads].sort());
    expect(guardedOnly.variablesOf('listPosts').CACHE_CONTROL).toBe('private, no-cache');
  });

  test('ownership lets admins open the guarded routes, too, and tells the functions that read and write items', () => {
    const owned = templateOf({ issuer, audience: 'a', ownership: true });
    expect(routesOf(owned)).toMatchObject({
      'GET /api/v1/users': ['JWT', 'users:read', 'users:admin'],
      'DELETE /api/v1/users/{id}': ['JWT', 'users:write', 'users:admin'],
      'POST /posts': ['JWT', 'posts:write', 'posts:admin'],
      'GET /posts': ['NONE'],
    });
    for (const name of ['getUser', 'listPosts', 'getDescription'])
      expect(owned.variablesOf(name)).toMatchObject({ OWNERSHIP: 'true' });
    expect(owned.variablesOf('getReference')).not.toHaveProperty('OWNERSHIP');
    expect(full.variablesOf('getUser')).not.toHaveProperty('OWNERSHIP');
    const cached = templateOf({ issuer, audience: 'a', ownership: true, cacheSeconds: 5 });
    const headers = ['getUser', 'listUsers', 'getPost'].map((name) => cached.variablesOf(name).CACHE_CONTROL);
    expect(headers).toEqual(['private, no-cache', 'private, no-cache', 'public, max-age=5']);
  });

  test('origins allows pages of these origins only, and all functions name origin in Vary', () => {
    for (const name of Object.keys(routes))
      expect(both.map((template) => template.variablesOf(name).VARY)).toEqual([undefined, 'origin']);
    expect(both.map((template) => template.one('ApiGatewayV2::Api').CorsConfiguration.AllowOrigins)).toEqual([
      ['*'],
      ['https://a.example', 'https://b.example'],
    ]);
  });

  test('cacheSeconds is the max-age of reads, which is private for reads with a token', () => {
    expect(plain.variablesOf('listPosts')).not.toHaveProperty('CACHE_CONTROL');
    expect(full.variablesOf('listPosts').CACHE_CONTROL).toBe('private, max-age=60');
    const open = templateOf({ issuer, audience: 'a', cacheSeconds: 5 });
    expect(
      ['listPosts', 'getPost', 'listUsers', 'getUser'].map((name) => open.variablesOf(name).CACHE_CONTROL),
    ).toEqual(['public, max-age=5', 'public, max-age=5', 'private, max-age=5', 'private, max-age=5']);
    for (const name of ['createPost', 'removeUser', 'listRoutes', 'getReference', 'fallback'])
      expect(open.variablesOf(name)).not.toHaveProperty('CACHE_CONTROL');
  });

  test('domain is the only host name of the API', () => {
    expect(plain.each('ApiGatewayV2::DomainName')).toEqual([]);
    expect(plain.one('ApiGatewayV2::Api').DisableExecuteApiEndpoint).toBeFalsy();
    expect(full.one('ApiGatewayV2::Api').DisableExecuteApiEndpoint).toBe(true);
    expect(full.one('ApiGatewayV2::DomainName')).toMatchObject({
      DomainName: 'api.example.com',
      DomainNameConfigurations: [{ CertificateArn: certificate }],
    });
    expect(full.each('ApiGatewayV2::ApiMapping')).toHaveLength(1);
    expect(JSON.stringify(full.Outputs.ApiUrl)).toContain('https://');
    expect(full.Outputs).toHaveProperty('DomainTarget');
  });

  test('canary shifts requests in steps, and back on alarms', () => {
    expect(plain.each('CodeDeploy::DeploymentGroup')).toEqual([]);
    expect(plain.each('Lambda::Alias')).toEqual([]);
    const groups = full.each('CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(Object.keys(routes).length);
    for (const { Properties } of groups) {
      expect(Properties.DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
      expect(Properties.AutoRollbackConfiguration).toEqual({
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
      });
    }
    for (const [id, { Properties }] of full.entries('CodeDeploy::DeploymentGroup')) {
      const name = id.replace(/^Canary|[\dA-F]{8}$/g, '');
      const own = Properties.AlarmConfiguration.Alarms.map((alarm: { Name: { Ref: string } }) =>
        alarm.Name.Ref.replace(/^Alarms|[\dA-F]{8}$/g, ''),
      );
      expect(own).toEqual(['Failing', 'Slow', `${name}Broken`]);
    }
    const aliases = full.entries('Lambda::Alias');
    expect(aliases).toHaveLength(Object.keys(routes).length);
    for (const [, { UpdatePolicy }] of aliases) expect(UpdatePolicy).toHaveProperty('CodeDeployLambdaAliasUpdate');
    const uris = full.each('ApiGatewayV2::Integration').map(({ Properties }) => Properties.IntegrationUri);
    expect(uris).toEqual(aliases.map(([id]) => ({ Ref: id })));
  });
});
