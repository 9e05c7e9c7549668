import { Template } from 'aws-cdk-lib/assertions';
import * as routes from '../../../functions/routes';
import { everySetting, type StackTemplate, templateOf } from '../../support/stack';

const plain = templateOf();
const full = templateOf(everySetting);

test.each([
  ['no setting', plain],
  ['every setting', full],
])('with %s no resource waits for itself, and none has a physical name', (_, template) => {
  // Throws when resources wait for each other in a circle.
  Template.fromJSON({ Resources: template.Resources });
  const names =
    /^(Table|Function|Role|ManagedPolicy|Policy|LogGroup|Topic|Alarm|Dashboard|Application|DeploymentGroup)Name$/;
  const named = Object.values(template.Resources).flatMap(({ Type, Properties }) =>
    Object.keys(Properties ?? {})
      .filter((key) => names.test(key))
      .map((key) => `${Type} ${key}`),
  );
  // An alias and a deployment group refer to their function and application by name.
  const references = [
    'AWS::Lambda::Alias FunctionName',
    'AWS::Lambda::Version FunctionName',
    'AWS::CodeDeploy::DeploymentGroup ApplicationName',
  ];
  expect([...new Set(named)].filter((name) => !references.includes(name))).toEqual([]);
});

test('every function has the same grants with every setting as with tracing alone', () => {
  const granted = (template: StackTemplate) =>
    template
      .entries('IAM::ManagedPolicy')
      .filter(([id]) => !/^(ApiInvoke|Canary)/.test(id))
      .map(([id, { Properties }]) => [id, Properties.PolicyDocument]);
  expect(granted(full)).toHaveLength(Object.keys(routes).length);
  expect(granted(full)).toEqual(granted(templateOf({ tracing: true })));
});

const sorted = (values: unknown) =>
  [values]
    .flat()
    .map((value) => JSON.stringify(value))
    .sort();

test.each([
  ['no setting', plain, false],
  ['every setting', full, true],
])(
  'with %s the API can call functions and aliases, CodeDeploy can shift aliases, and nothing else',
  (_, { entries }, hasCanary) => {
    const arns = entries('Lambda::Function').flatMap(([id]) => {
      const arn = { 'Fn::GetAtt': [id, 'Arn'] };
      return [arn, { 'Fn::Join': ['', [arn, ':live']] }];
    });
    const statements = (named: RegExp) =>
      entries('IAM::ManagedPolicy')
        .filter(([id]) => named.test(id))
        .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
        .map(({ Effect, Action, Resource }) => [Effect, [Action].flat().sort(), sorted(Resource)]);
    expect(statements(/^ApiInvoke/)).toEqual([['Allow', ['lambda:InvokeFunction'], sorted(arns)]]);
    const shift = ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'];
    const canary = [
      ['Allow', shift, sorted(arns)],
      ['Allow', ['cloudwatch:DescribeAlarms'], sorted('*')],
    ];
    expect(statements(/^Canary/)).toEqual(hasCanary ? canary : []);
  },
);
