import { methodOf, pluralOf, type Route, routeKeysOf } from '../../../functions/kit/http/route';
import * as routes from '../../../functions/routes';
import { certificate, everySetting, issuer, type StackTemplate, templateOf } from '../../support/stack';

const plain = templateOf();
const full = templateOf(everySetting);
const owned = templateOf({
  issuer,
  audience: 'a',
  ownership: true,
  cacheSeconds: 5,
  scopePrefix: 'p/',
  ownerClaim: 'tid',
});

const rows = Object.entries<Route>(routes);
const isPublic = ({ actions, access }: Route) => actions !== undefined && access === 'public';
const reads = rows.filter(([, route]) => route.actions && methodOf(route) === 'GET');
/** Names of the reads that depend on headers of their own. */
const withHeaders = rows.flatMap(([name, route]) => (route.headers && methodOf(route) === 'GET' ? [name] : []));
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

test('only the access log is a cheaper one, and its name has the prefix that AWS may always write to', () => {
  const special = plain.each('Logs::LogGroup').flatMap(({ Properties: { LogGroupName, LogGroupClass } }) => {
    return LogGroupName || LogGroupClass ? [{ LogGroupName, LogGroupClass }] : [];
  });
  const [api] = plain.entries('ApiGatewayV2::Api').map(([Ref]) => ({ Ref }));
  const LogGroupName = { 'Fn::Join': ['', ['/aws/vendedlogs/', api]] };
  expect(special).toEqual([{ LogGroupName, LogGroupClass: 'INFREQUENT_ACCESS' }]);
});

/** Values of a property of all resources of a type: without settings, and with every setting. */
test.each([
  ['throttle', 'ApiGatewayV2::Stage', 'DefaultRouteSettings.ThrottlingRateLimit', 1000, 70],
  ['throttle', 'ApiGatewayV2::Stage', 'DefaultRouteSettings.ThrottlingBurstLimit', 500, 30],
  ['origins', 'ApiGatewayV2::Api', 'CorsConfiguration.AllowOrigins', ['*'], ['https://a.example', 'https://b.example']],
  ['origins', 'ApiGatewayV2::Api', 'CorsConfiguration.MaxAge', 3600, 3600],
  ['origins', 'Lambda::Function', 'Environment.Variables.VARY', undefined, 'origin'],
  ['domain', 'ApiGatewayV2::Api', 'DisableExecuteApiEndpoint', false, true],
  ['closed', 'Lambda::Function', 'ReservedConcurrentExecutions', undefined, 0],
  ['tracing', 'Lambda::Function', 'TracingConfig.Mode', undefined, 'Active'],
  ['logDays', 'Logs::LogGroup', 'RetentionInDays', 30, 90],
])('for the setting %s each %s has %s %j by default, and %j with every setting', (_, type, path, ...expected) => {
  const valueIn = (object: object) => path.split('.').reduce((found, name) => Object(found)[name], object);
  const found = [plain, full].map((template) =>
    template
      .entries(type)
      .filter(([id]) => !id.startsWith('Jobs') && !withHeaders.some((name) => id.startsWith(`Api${name}Function`)))
      .map(([, { Properties }]) => valueIn(Properties)),
  );
  expect(found.map((values) => new Set(values))).toEqual(expected.map((value) => new Set([value])));
});

test('the reference page, which is always open, has a throttle of its own, which waits for its route', () => {
  const [{ Properties, DependsOn } = { Properties: {} }] = plain.each('ApiGatewayV2::Stage');
  expect(Properties.RouteSettings).toEqual({ 'GET /docs': { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 } });
  const [route] = plain.entries('ApiGatewayV2::Route').filter(([, each]) => each.Properties.RouteKey === 'GET /docs');
  expect(DependsOn).toContain(route?.[0]);
});

test.each([
  ['of IPv6, too', 'us-east-1', 'dualstack'],
  ['of IPv4 alone, because AWS has announced no others there', 'cn-north-1', 'ipv4'],
])('the API and its domain have addresses %s, in %s', (_, region, IpAddressType) => {
  const { one } = templateOf({ region, domain: everySetting.domain });
  expect(one('ApiGatewayV2::Api')).toMatchObject({ IpAddressType });
  expect(one('ApiGatewayV2::DomainName').DomainNameConfigurations).toMatchObject([{ IpAddressType }]);
});

describe('the setting', () => {
  // test/contract/authentication.test.ts proves issuer, audience, protectReads and the scope of each route.
  test('ownership lets admins open the guarded routes, too, and tells the functions that need to know', () => {
    const scopes = owned.each('ApiGatewayV2::Route').map(({ Properties: p }) => [p.RouteKey, p.AuthorizationScopes]);
    const expected = rows.map(([, route]) => {
      const right = methodOf(route) === 'GET' ? 'read' : 'write';
      const needed = [right, 'admin'].map((each) => `p/${route.scope ?? pluralOf(route)}:${each}`);
      return [route.routeKey, route.access === 'public' ? undefined : needed];
    });
    expect(Object.fromEntries(scopes)).toMatchObject(Object.fromEntries(expected));
    for (const name of [...reads.map(([name]) => name), 'getDescription'])
      expect(owned.variablesOf(name)).toMatchObject({ OWNERSHIP: 'true', SCOPE_PREFIX: 'p/', OWNER_CLAIM: 'tid' });
    for (const variable of ['OWNERSHIP', 'OWNER_CLAIM']) {
      expect(owned.variablesOf('getReference')).not.toHaveProperty(variable);
      for (const [name] of rows) expect(full.variablesOf(name)).not.toHaveProperty(variable);
    }
  });

  test('cacheSeconds is the max-age of reads, which is private with a token, and 0 with an owner', () => {
    const cached = templateOf({ issuer, audience: 'a', cacheSeconds: 5 });
    const readsWith = (value: string) => reads.map(([, route]) => (isPublic(route) ? 'public, max-age=5' : value));
    expect(cacheControlIn(plain)).toEqual(reads.map(() => undefined));
    expect(cacheControlIn(full)).toEqual(reads.map(() => 'private, max-age=60'));
    expect(cacheControlIn(cached)).toEqual(readsWith('private, max-age=5'));
    expect(cacheControlIn(owned)).toEqual(readsWith('private, no-cache'));
    for (const [name] of rows.filter((row) => !reads.includes(row) && !row[1].claims))
      expect(cached.variablesOf(name)).not.toHaveProperty('CACHE_CONTROL');
  });

  test('domain is the address of the API, and the outputs name it and its target', () => {
    const named = { DomainName: 'api.example.com', DomainNameConfigurations: [{ CertificateArn: certificate }] };
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
    const aliases = full.entries('Lambda::Alias').map(([id]) => id);
    for (const alias of full.each('Lambda::Alias')) {
      expect(alias).toHaveProperty('UpdatePolicy.CodeDeployLambdaAliasUpdate');
      // All begin at once. An alias that waits for another one waits for its five minutes.
      expect(aliases.filter((id) => JSON.stringify(alias).includes(`"${id}"`))).toEqual([]);
    }
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
