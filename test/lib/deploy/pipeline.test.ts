import { readText } from '../../support/sources';
import { everySetting, templateOf } from '../../support/stack';

type Statement = { Action: string | readonly string[]; Resource: unknown; Condition?: { StringEquals?: object } };
type PolicyDocument = { readonly Statement: readonly Statement[] };
/** Longest name of a service that the template takes. */
const service = 'S'.repeat(64);
const template = readText('lib/deploy/pipeline.json').replaceAll(/\$\{Service}/g, service);
const { Deployer, Execution } = JSON.parse(template).Resources;
const execution: PolicyDocument = Execution.Properties.PolicyDocument;

/** Services that CloudFormation uses for the resources of a namespace, where the name of the namespace is not all. */
const servicesOf: Readonly<Record<string, readonly string[]>> = {
  ApiGatewayV2: ['apigateway'],
  DynamoDB: ['dynamodb', 'application-autoscaling'],
  // Reads the bundle in CDK's bucket.
  Lambda: ['lambda', 's3'],
};

test('the role of the pipeline trusts one environment of one repository', () => {
  const [{ Action, Condition }] = Deployer.Properties.AssumeRolePolicyDocument.Statement;
  const issuer = 'token.actions.githubusercontent.com';
  expect(Action).toBe('sts:AssumeRoleWithWebIdentity');
  expect(Condition).toEqual({
    StringEquals: {
      [`${issuer}:aud`]: 'sts.amazonaws.com',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation replaces the parameters
      [`${issuer}:sub`]: { 'Fn::Sub': 'repo:${Repository}:environment:${Environment}' },
    },
  });
});

test('the policy of CloudFormation has the services of all settings, and no others', () => {
  const types = [{}, everySetting].flatMap((settings) => {
    // A parameter reads the version of CDK's bootstrap stack from SSM.
    const { Resources, Parameters } = templateOf(settings);
    return [...Object.values(Resources), ...Object.values(Parameters)].map(({ Type }) => Type);
  });
  const namespaces = types.map((type) => type.split('::')[1] ?? '');
  const needed = namespaces.flatMap((name) => servicesOf[name] ?? [name.toLowerCase()]);
  const allowed = execution.Statement.flatMap(({ Action }) => Action).map((action) => action.split(':')[0]);
  expect([...new Set(allowed)].sort()).toEqual([...new Set(needed)].sort());
});

test('the policy of CloudFormation names all roles that it may make or pass, and to whom, and fits into a managed policy', () => {
  const onRoles = execution.Statement.filter(({ Action }) => `${Action}`.includes('iam:'));
  const names = JSON.stringify(onRoles.map(({ Resource }) => Resource)).match(/(?<=:)\w+\/[\w*/-]+/g);
  expect([...new Set(names)]).toEqual([`policy/${service}-*`, `role/${service}-*`, 'role/aws-service-role/*']);
  const roles = templateOf(everySetting).each('IAM::Role');
  const takers = roles.map(({ Properties }) => Properties.AssumeRolePolicyDocument.Statement[0].Principal.Service);
  const passing = onRoles.find(({ Action }) => Action === 'iam:PassRole');
  expect(passing?.Condition).toEqual({ StringEquals: { 'iam:PassedToService': [...new Set(takers)].sort() } });
  // IAM counts the ARNs with account and partition, but no white space.
  const text = JSON.stringify(execution).replaceAll('{"Fn::Sub":', '').replaceAll('"}', '"');
  expect(text.length).toBeLessThan(6144);
});

test('the policy of CloudFormation changes only what has the name or the tag of the service, and what README.md lists', () => {
  const [[dashboard] = []] = templateOf(everySetting).entries('CloudWatch::Dashboard');
  const name = new RegExp(`${service}-|[:/]cdk-|/${dashboard}-|:CodeDeployDefault|/aws-service-role/`);
  const unlimited = execution.Statement.filter(({ Resource, Condition: { StringEquals } = {} }) => {
    const isNamed = [Resource].flat().every((each) => name.test(JSON.stringify(each)));
    return (
      !isNamed && !/^\{"aws:(Request|Resource)Tag\/service":\{"Ref":"Service"}}$/.test(JSON.stringify(StringEquals))
    );
  });
  const changes = unlimited
    .flatMap(({ Action }) => Action)
    .filter((action) => !/:(Describe|GET|Get|List)/.test(action));
  const readme = readText('lib/deploy/README.md');
  expect(changes.filter((action) => !readme.includes(`\`${action}\``))).toEqual([]);
});
