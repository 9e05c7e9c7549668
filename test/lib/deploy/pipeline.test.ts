import { readText } from '../../support/sources';
import { everySetting, templateOf } from '../../support/stack';
import { type AwsRequest, isAllowed, on, type PolicyStatement, service } from './iam';
import { requests } from './permissions';
import { typesOfReactions } from './reaction-permissions';

/** Replaces the parameter for the service, the account and the partition. */
const resolve = (_: string, value: unknown) => {
  const { 'Fn::Sub': text, Ref: id } = Object(value);
  const values = { Service: service, 'AWS::AccountId': '123456789012', 'AWS::Partition': 'aws' };
  if (id === 'Service') return service;
  return typeof text === 'string'
    ? Object.entries(values).reduce((to, [name, is]) => to.replaceAll(`\${${name}}`, is), text)
    : value;
};
const { Deployer, Execution } = JSON.parse(readText('lib/deploy/pipeline.json'), resolve).Resources;
const execution: { readonly Statement: readonly PolicyStatement[] } = Execution.Properties.PolicyDocument;

/** Permissions that the schemas also name, for properties that no template here has. */
const unneeded = [
  ...on('', 'codedeploy:RegisterOnPremisesInstance'),
  ...on('', 'ec2:DescribeNetworkInterfaces DescribeSecurityGroups DescribeSubnets DescribeVpcs'),
  ...on('', 'elasticfilesystem:DescribeMountTargets'),
  ...on('', 'firehose:TagDeliveryStream'),
  ...on('', 'iam:DeleteRolePermissionsBoundary PutRolePermissionsBoundary'),
  ...on('', 'kinesis:DescribeStream ListStreams PutRecords'),
  // The policies of AWS's own keys let callers of DynamoDB and Lambda use them.
  ...on('', 'kms:CreateGrant Decrypt DisableKey DisableKeyRotation Encrypt GenerateDataKey RevokeGrant'),
  ...on('', 'lambda:GetCodeSigningConfig GetLayerVersion'),
  ...on('', 's3:GetObject GetObjectVersion'),
];

test('the role of the pipeline trusts one environment of one repository', () => {
  const [{ Action, Condition }] = Deployer.Properties.AssumeRolePolicyDocument.Statement;
  const issuer = 'token.actions.githubusercontent.com';
  expect(Action).toBe('sts:AssumeRoleWithWebIdentity');
  expect(Condition).toEqual({
    StringEquals: {
      [`${issuer}:aud`]: 'sts.amazonaws.com',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation replaces the parameters
      [`${issuer}:sub`]: 'repo:${Repository}:environment:${Environment}',
    },
  });
});

test('the policy of CloudFormation allows what the types of all settings need, and has no action that none needs', () => {
  const types = [{}, everySetting].flatMap((settings) => {
    // A parameter reads the version of CDK's bootstrap stack from SSM.
    const { Resources, Parameters } = templateOf(settings);
    return [...Object.values(Resources), ...Object.values(Parameters)].map(({ Type }) => Type);
  });
  const names = [...new Set([...types, ...typesOfReactions].map((type) => type.replace(/^AWS::|::Value<.*/g, '')))];
  const needed = names.flatMap((name) => requests[name] ?? []);
  const isGiven = (request: AwsRequest) => isAllowed(execution.Statement, request);
  const shown = ({ action, resource }: AwsRequest) => `${action} ${resource}`;
  const idle = execution.Statement.flatMap((statement) =>
    [statement.Action].flat().filter((Action) => !needed.some((each) => isAllowed([{ ...statement, Action }], each))),
  );
  expect({
    unknown: names.filter((name) => !requests[name]),
    refused: needed.filter((each) => !isGiven(each)).map(shown),
    needless: unneeded.filter(isGiven).map(shown),
    idle,
  }).toEqual({ unknown: [], refused: [], needless: [], idle: [] });
});

test('the policy of CloudFormation names all roles that it may make or pass, and to whom, and fits into a managed policy', () => {
  const onRoles = execution.Statement.filter(({ Action }) => `${Action}`.includes('iam:'));
  const names = JSON.stringify(onRoles.map(({ Resource }) => Resource)).match(/(?<=:)\w+\/[\w*/-]+/g);
  expect([...new Set(names)]).toEqual([`role/${service}-*`, 'role/aws-service-role/*']);
  const roles = templateOf(everySetting).each('IAM::Role');
  const takers = roles.map(({ Properties }) => Properties.AssumeRolePolicyDocument.Statement[0].Principal.Service);
  const passing = onRoles.find(({ Action }) => Action === 'iam:PassRole');
  expect(passing?.Condition).toEqual({ StringEquals: { 'iam:PassedToService': [...new Set(takers)].sort() } });
  // IAM counts no white space.
  expect(JSON.stringify(execution).length).toBeLessThan(6144);
});

test('the policy of CloudFormation changes only what has the name or the tag of the service, and what README.md lists', () => {
  const [[dashboard] = []] = templateOf(everySetting).entries('CloudWatch::Dashboard');
  const name = new RegExp(`${service}-|[:/]cdk-|/${dashboard}-|:CodeDeployDefault|/aws-service-role/`);
  const tag = new RegExp(`^{"aws:(Request|Resource)Tag/service":"${service}"}$`);
  const unlimited = execution.Statement.filter(({ Resource, Condition: { StringEquals, ArnLike } = {} }) => {
    const isNamed = [Object.values(ArnLike ?? { Resource })].flat(2).every((each) => name.test(JSON.stringify(each)));
    return !isNamed && !tag.test(JSON.stringify(StringEquals));
  });
  const changes = unlimited
    .flatMap(({ Action }) => Action)
    .filter((action) => !/:(Describe|GET|Get|List)/.test(action));
  const readme = readText('lib/deploy/README.md');
  expect(changes.filter((action) => !readme.includes(`\`${action}\``))).toEqual([]);
});
