import { join } from 'node:path';
import { App, CfnResource, type Environment } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Default, RegionInfo } from 'aws-cdk-lib/region-info';
import { ServiceStack } from '../../../lib/stack/service-stack';
import { readSettings } from '../../../lib/stack/settings';
import { templateOf } from '../../support/stack';

// Silences the warning about CDK's table of principals, which CDK itself no longer uses.
process.env.JSII_DEPRECATED = 'quiet';

const bundles = join(process.env.ASSEMBLY ?? '', 'bundles');

const stackOf = (context: Record<string, unknown>, env: Environment = {}) => {
  const app = new App({ context });
  return new ServiceStack(app, { settings: readSettings(app.node), bundles, env });
};

/** Synthesizes a stage with every service principal; a copy of the table fixes the stack's region. */
const resourcesIn = (region?: string, replicas?: string) => {
  const context = { stage: 'prod', encryption: 'customer', canary: true, ...(replicas && { replicas }) };
  const stack = stackOf(context, { account: '123456789012', region });
  const { Resources } = Template.fromStack(stack).toJSON();
  return Resources as Record<string, { readonly Type: string; readonly Properties: unknown }>;
};

/** Fills in the pseudo parameters as CloudFormation does in a region. */
const resolve = (value: unknown, region: string): unknown => {
  if (Array.isArray(value)) return value.map((member) => resolve(member, region));
  if (!(value instanceof Object)) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, resolve(member, region)] as const);
  const [[key, member] = []] = entries;
  if (key === 'Ref' && member === 'AWS::Region') return region;
  if (key === 'Ref' && member === 'AWS::URLSuffix') return RegionInfo.get(region).domainSuffix;
  if (key === 'Fn::Join' && Array.isArray(member)) return member[1].join(member[0]);
  return Object.fromEntries(entries);
};

const principalsIn = (resources: ReturnType<typeof resourcesIn>, region: string) => [
  ...new Set(
    [...JSON.stringify(resolve(resources, region)).matchAll(/"Principal":\{"Service":"([^"]+)"/g)].map(
      ([, name]) => name,
    ),
  ),
];

const agnostic = resourcesIn();

describe.each([
  ['a stack without a region in eu-west-1', agnostic, 'eu-west-1', 'logs.eu-west-1.amazonaws.com'],
  ['a stack without a region in cn-north-1', agnostic, 'cn-north-1', 'logs.cn-north-1.amazonaws.com.cn'],
  ['a stack of eu-west-1', resourcesIn('eu-west-1', 'eu-west-2'), 'eu-west-1', 'logs.eu-west-1.amazonaws.com'],
  [
    'a stack of cn-north-1',
    resourcesIn('cn-north-1', 'cn-northwest-1'),
    'cn-north-1',
    'logs.cn-north-1.amazonaws.com.cn',
  ],
])('%s', (_, resources, region, logs) => {
  test('lets CloudWatch Logs use the key under the name in the table of principals of CDK', () => {
    expect(Default.servicePrincipal('logs', region, RegionInfo.get(region).domainSuffix ?? '')).toBe(logs);
    expect(principalsIn(resources, region).filter((name) => name?.startsWith('logs.'))).toEqual([logs]);
  });

  test('names all other services as CDK does, without region and partition', () => {
    const others = principalsIn(resources, region).filter((name) => !name?.startsWith('logs.'));
    expect(others.sort()).toEqual(
      ['apigateway', 'cloudwatch', 'codedeploy', 'lambda'].map((service) => `${service}.amazonaws.com`),
    );
  });
});

describe('the stack', () => {
  test('is refused when it has more than 480 resources', () => {
    const stack = stackOf({});
    for (let count = Object.keys(templateOf().Resources).length; count < 480; count++)
      new CfnResource(stack, `More${count}`, { type: 'Test::More::Resource' });
    expect(stack.node.validate()).toEqual([]);
    new CfnResource(stack, 'OneMore', { type: 'Test::More::Resource' });
    expect(stack.node.validate()).toEqual([
      'The stack has 481 resources, and at most 480 fit; remove routes, or deploy some of them as a service of their own.',
    ]);
  });

  test('warns of what is open when there is no authentication, and only then', () => {
    const annotationsOf = (context: Record<string, unknown>) => Annotations.fromStack(stackOf(context));
    const open = Match.stringLikeRegexp('can read, change and delete all data');
    expect(annotationsOf({}).findWarning('*', open)).toHaveLength(1);
    const guarded = annotationsOf({ issuer: 'https://login.example/', audience: 'a' });
    expect(guarded.findWarning('*', Match.anyValue())).toEqual([]);
  });
});
