import { type Route, routeKeysOf } from '../../../functions/http/route';
import * as routes from '../../../functions/routes';
import { otherResources } from '../../support/every-resource';
import { templateOf } from '../../support/stack';

const { Resources, Outputs, each, entries, one } = templateOf();
const rows = Object.entries<Route>(routes);
const [[tableId = ''] = []] = entries('DynamoDB::GlobalTable');

describe('the table', () => {
  test('is on demand, keyed by pk and sk, with an index for each parent and a time to live', () => {
    const others = otherResources;
    const table = one('DynamoDB::GlobalTable');
    const keys = (pk: string, sk: string) => [
      { AttributeName: pk, KeyType: 'HASH' },
      { AttributeName: sk, KeyType: 'RANGE' },
    ];
    expect(table).not.toHaveProperty('TableName');
    expect(table).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keys('pk', 'sk'),
      GlobalSecondaryIndexes: [
        { IndexName: 'byUser', KeySchema: keys('userId', 'sk'), Projection: { ProjectionType: 'ALL' } },
        ...others.flatMap(({ relation }) => (relation ? [{ KeySchema: keys(relation.attribute, 'sk') }] : [])),
      ],
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    });
  });
});

describe('the API', () => {
  test('deploys each route of the table, HEAD beside every GET, and no other', () => {
    const keys = each('ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey);
    expect(keys.sort()).toEqual(rows.flatMap(([, route]) => routeKeysOf(route)).sort());
  });

  test('invokes each function with its own role', () => {
    const [[invokeRoleId] = []] = entries('IAM::Role').filter(([id]) => id.includes('Caller'));
    expect(invokeRoleId).toBeDefined();
    for (const { Properties } of each('ApiGatewayV2::Integration')) {
      expect(Properties).toMatchObject({
        CredentialsArn: { 'Fn::GetAtt': [invokeRoleId, 'Arn'] },
        IntegrationType: 'AWS_PROXY',
        PayloadFormatVersion: '2.0',
      });
    }
  });

  test('writes an access log that holds no text of a client or of a function', () => {
    const stage = one('ApiGatewayV2::Stage');
    expect(stage).toMatchObject({ StageName: '$default', AutoDeploy: true });
    expect(Object.values(JSON.parse(stage.AccessLogSettings.Format))).toEqual(
      ['requestId', 'requestTime', 'routeKey', 'status', 'responseLength', 'responseLatency', 'integrationStatus'].map(
        (name) => `$context.${name}`,
      ),
    );
  });

  test('allows browsers every method and header of the service, without credentials', () => {
    expect(one('ApiGatewayV2::Api').CorsConfiguration).toEqual({
      AllowOrigins: ['*'],
      AllowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      AllowHeaders: ['content-type', 'authorization', 'if-match', 'if-none-match', 'idempotency-key', 'prefer'],
      ExposeHeaders: [
        ...['etag', 'link', 'location', 'retry-after', 'idempotency-replayed', 'preference-applied'],
        ...['x-total-count', 'accept-patch', 'accept-post', 'allow'],
      ],
      MaxAge: expect.any(Number),
    });
  });
});

describe('the stack', () => {
  test('has no inline policy, and fewer than 200 resources', () => {
    const resources = Object.values(Resources);
    expect(resources.filter(({ Type }) => /AWS::IAM::Policy|Permission/.test(Type))).toEqual([]);
    expect(resources.length).toBeLessThan(200);
  });

  test('names the API and the table in its outputs', () => {
    expect(Outputs).toMatchObject({ ApiUrl: {}, TableName: { Value: { Ref: tableId } } });
  });
});
