import { methodOf, pluralOf, type Route, routeKeysOf } from '../../../functions/kit/http/route';
import * as routes from '../../../functions/routes';
import { certificate, everySetting, issuer, type StackTemplate, templateOf } from '../../support/stack';

const plain = templateOf();
const full = templateOf(everySetting);
const owned = templateOf({ issuer, audience: 'a', ownership: true, cacheSeconds: 5, scopePrefix: 'p/' });

const rows = Object.entries<Route>(routes);
const isPublic = ({ actions, access }: Route) => actions !== undefined && access === 'public';
const reads = rows.filter(([, route]) => route.actions && methodOf(route) === 'GET');
const cacheControlIn = (template: StackTemplate) => reads.map(([name]) => template.variablesOf(name).CACHE_CONTROL);

test('the API deploys each route of the table, HEAD beside every GET, and no other', () => {
  const expected = Object.values<Route>(routes).flatMap(routeKeysOf).sort();
  const deployed = plain.each('ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey);
  expect(deployed.sort()).toEqual(expected);
});

test('the access log holds no text of a client or of a function, and says why the gateway refused', () => {
  const stage = plain.one('ApiGatewayV2::Stage');
  expect(stage).toMatchObject({ StageName: '$default', AutoDeploy: true });
  const ofRequest = ['requestId', 'requestTime', 'routeKey', 'status', 'responseLength', 'responseLatency'];
  const names = [...ofRequest, 'integrationStatus', 'error.message', 'authorizer.error'];
  const line: string = stage.AccessLogSettings.Format;
  expect(Object.values(JSON.parse(line))).toEqual(names.map((name) => `$context.${name}`));
  // The gateway writes `-` for a missing value, and quotes around `messageString` only when there is a message.
  expect(Object.values(JSON.parse(line.replace(/\$context\.[\w.]+/g, '-')))).toEqual(names.map(() => '-'));
});

test('the name of the access log has the prefix that AWS may always write to, and the id of the API', () => {
  const named = plain.each('Logs::LogGroup').flatMap(({ Properties: { LogGroupName } }) => LogGroupName ?? []);
  const [api] = plain.entries('ApiGatewayV2::Api').map(([Ref]) => ({ Ref }));
  expect(named).toEqual([{ 'Fn::Join': ['', ['/aws/vendedlogs/', api]] }]);
});

test('the reference page, which is always open, has a throttle of its own, which waits for its route', () => {
  const [{ Properties, DependsOn } = { Properties: {} }] = plain.each('ApiGatewayV2::Stage');
  expect(Properties.RouteSettings).toEqual({ 'GET /docs': { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 } });
  const [route] = plain.entries('ApiGatewayV2::Route').filter(([, each]) => each.Properties.RouteKey === 'GET /docs');
  expect(DependsOn).toContain(route?.[0]);
});

describe('the setting', () => {
  // test/contract/authentication.test.ts proves issuer, audience, protectReads and the scope of each route.
  test('ownership lets admins open the guarded routes, too, and tells the functions that need to know', () => {
    const scopes = owned.each('ApiGatewayV2::Route').map(({ Properties: p }) => [p.RouteKey, p.AuthorizationScopes]);
    const expected = rows.map(([, route]) => {
      const right = methodOf(route) === 'GET' ? 'read' : 'write';
      const needed = [right, 'admin'].map((each) => `p/${pluralOf(route)}:${each}`);
      return [route.routeKey, route.access === 'public' ? undefined : needed];
    });
    expect(Object.fromEntries(scopes)).toMatchObject(Object.fromEntries(expected));
    for (const name of [...reads.map(([name]) => name), 'getDescription'])
      expect(owned.variablesOf(name)).toMatchObject({ OWNERSHIP: 'true', SCOPE_PREFIX: 'p/' });
    expect(owned.variablesOf('getReference')).not.toHaveProperty('OWNERSHIP');
    for (const [name] of rows) expect(full.variablesOf(name)).not.toHaveProperty('OWNERSHIP');
  });

  // test/contract/7-browsers.test.ts proves the methods and headers that pages may use.
  test('origins allows only pages of these origins, and each function then names origin in Vary', () => {
    const cors = [plain, full].map((template) => template.one('ApiGatewayV2::Api').CorsConfiguration);
    expect(cors).toMatchObject([
      { AllowOrigins: ['*'], MaxAge: 3600 },
      { AllowOrigins: ['https://a.example', 'https://b.example'], MaxAge: 3600 },
    ]);
    for (const name of Object.keys(routes))
      expect([plain, full].map((template) => template.variablesOf(name).VARY)).toEqual([undefined, 'origin']);
  });

  test('cacheSeconds is the max-age of reads, which is private with a token, and 0 with an owner', () => {
    const cached = templateOf({ issuer, audience: 'a', cacheSeconds: 5 });
    const readsWith = (value: string) => reads.map(([, route]) => (isPublic(route) ? 'public, max-age=5' : value));
    expect(cacheControlIn(plain)).toEqual(reads.map(() => undefined));
    expect(cacheControlIn(full)).toEqual(reads.map(() => 'private, max-age=60'));
    expect(cacheControlIn(cached)).toEqual(readsWith('private, max-age=5'));
    expect(cacheControlIn(owned)).toEqual(readsWith('private, no-cache'));
    for (const [name] of rows.filter((row) => !reads.includes(row)))
      expect(cached.variablesOf(name)).not.toHaveProperty('CACHE_CONTROL');
  });

  test('throttle limits the stage', () => {
    expect([plain, full].map((template) => template.one('ApiGatewayV2::Stage').DefaultRouteSettings)).toEqual([
      { ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 500 },
      { ThrottlingRateLimit: 70, ThrottlingBurstLimit: 30 },
    ]);
  });

  test('closed lets no function run, whatever a deployment changes', () => {
    for (const { Properties } of full.each('Lambda::Function')) expect(Properties.ReservedConcurrentExecutions).toBe(0);
    expect(JSON.stringify(plain.Resources)).not.toContain('ReservedConcurrentExecutions');
  });

  test('domain is the only host name of the API, which has addresses of IPv6, too', () => {
    expect(plain.one('ApiGatewayV2::Api').DisableExecuteApiEndpoint).toBe(false);
    const onlyNamed = { DisableExecuteApiEndpoint: true, IpAddressType: 'dualstack' };
    expect(full.one('ApiGatewayV2::Api')).toMatchObject(onlyNamed);
    const configuration = { CertificateArn: certificate, IpAddressType: 'dualstack' };
    const named = { DomainName: 'api.example.com', DomainNameConfigurations: [configuration] };
    expect(full.one('ApiGatewayV2::DomainName')).toMatchObject(named);
    const [[domainId] = []] = full.entries('ApiGatewayV2::DomainName');
    expect(full.one('ApiGatewayV2::ApiMapping').DomainName).toEqual({ Ref: domainId });
    expect(full.Outputs.ApiUrl.Value).toEqual({ 'Fn::Join': ['', ['https://', { Ref: domainId }, '/']] });
    expect(full.Outputs.DomainTarget.Value).toEqual({ 'Fn::GetAtt': [domainId, 'RegionalDomainName'] });
  });

  test('canary lets the API call aliases, which CodeDeploy shifts in steps, and back on alarms', () => {
    expect([...plain.each('CodeDeploy::DeploymentGroup'), ...plain.each('Lambda::Alias')]).toEqual([]);
    const uris = full.each('ApiGatewayV2::Integration').map(({ Properties }) => Properties.IntegrationUri);
    expect(uris).toEqual(full.entries('Lambda::Alias').map(([id]) => ({ Ref: id })));
    for (const alias of full.each('Lambda::Alias'))
      expect(alias).toHaveProperty('UpdatePolicy.CodeDeployLambdaAliasUpdate');
    const nameOf = (alarm: string) => ({ Name: { Ref: expect.stringContaining(`Alarms${alarm}`) } });
    expect(full.each('CodeDeploy::DeploymentGroup').map(({ Properties }) => Properties)).toMatchObject(
      Object.keys(routes).map(() => ({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AlarmConfiguration: { Enabled: true, Alarms: ['Failing', 'Broken', 'Slow'].map(nameOf) },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
        },
      })),
    );
  });
});
