import { type AwsRequest, type Context, isNew, isTagged, ofApis, ofParts, ofTagged, on, service } from './iam';
import { reactionRequests } from './reaction-permissions';

const account = '123456789012';
const here = `eu-west-1:${account}`;
const name = `${service}-prod-Id1A2B3C4D-E5F6`;
const role = `iam::${account}:role/${name}`;
const linkedRole = `iam::${account}:role/aws-service-role/a.amazonaws.com/A`;
const target = `application-autoscaling:${here}:scalable-target/1a2b`;
const key = `kms:${here}:key/1a2b`;
const alarm = `cloudwatch:${here}:alarm:${name}`;
const table = `dynamodb:${here}:table/${name}`;
const lambda = `lambda:${here}:function:${name}`;
const budget = `budgets::${account}:budget/${service}-prod`;
const group = `codedeploy:${here}:deploymentgroup:${name}/${name}`;
const logGroup = `logs:${here}:log-group`;
const topic = `sns:${here}:${name}`;
const application = `codedeploy:${here}:application:${name}`;
const isOfTables = { 'application-autoscaling:service-namespace': 'dynamodb' };

const passTo = (taker: string) => on(role, 'iam:PassRole', { 'iam:PassedToService': `${taker}.amazonaws.com` });
const createRoleFor = (owner: string) =>
  on(linkedRole, 'iam:CreateServiceLinkedRole', { 'iam:AWSServiceName': `${owner}.amazonaws.com` });

const ofLogGroup = (arn: string, atFirst: Context, later: Context) => [
  ...on(arn, 'logs:CreateLogGroup TagResource', atFirst),
  ...on(arn, 'logs:AssociateKmsKey DeleteLogGroup DeleteRetentionPolicy DisassociateKmsKey', later),
  ...on(arn, 'logs:ListTagsForResource PutRetentionPolicy TagResource UntagResource', later),
  ...on(arn, 'logs:DeleteDataProtectionPolicy GetDataProtectionPolicy PutDataProtectionPolicy', later),
];

/**
 * Requests by type of resource: the permissions that the schema of the type names for creating, reading, updating and
 * deleting. Comments name what no schema has.
 */
export const requests: Readonly<Record<string, readonly AwsRequest[]>> = {
  ...reactionRequests,
  // Reports of refused deployments name `TagResource` for stages. For APIs and domains it is a precaution.
  'ApiGatewayV2::Api': ofTagged('/apis', 'a1'),
  'ApiGatewayV2::ApiMapping': ofParts('/domainnames/a.example/apimappings'),
  'ApiGatewayV2::Authorizer': ofParts('/apis/a1/authorizers'),
  // A domain with a certificate needs the last two, as the guide of API Gateway says.
  'ApiGatewayV2::DomainName': [
    ...ofTagged('/domainnames', 'a.example'),
    ...ofApis('/domainnames', 'AddCertificateToDomain'),
    ...createRoleFor('ops.apigateway'),
  ],
  // The integration names the role by which the API calls its function.
  'ApiGatewayV2::Integration': [...ofParts('/apis/a1/integrations'), ...passTo('apigateway')],
  'ApiGatewayV2::Route': ofParts('/apis/a1/routes'),
  // The stage delivers an access log, as the guide of API Gateway says.
  'ApiGatewayV2::Stage': [
    ...ofTagged('/apis/a1/stages', '$default'),
    ...on('', 'logs:DeleteLogDelivery GetLogDelivery ListLogDeliveries UpdateLogDelivery'),
  ],
  'Budgets::Budget': [
    ...on(budget, 'budgets:ListTagsForResource ModifyBudget TagResource UntagResource ViewBudget'),
    ...on(`billing::${account}:billingview/primary`, 'billing:GetBillingViewData'),
  ],
  'CloudWatch::Alarm': [
    ...on(alarm, 'cloudwatch:DeleteAlarms ListTagsForResource PutMetricAlarm TagResource UntagResource'),
    ...on('', 'cloudwatch:DescribeAlarms'),
  ],
  // AWS does not document whether the name of the stack stands before the id.
  'CloudWatch::Dashboard': [name, 'Dashboard7A714131-E5F6'].flatMap((each) =>
    on(`cloudwatch::${account}:dashboard/${each}`, 'cloudwatch:DeleteDashboards GetDashboard PutDashboard'),
  ),
  'CodeDeploy::Application': on(
    application,
    'codedeploy:CreateApplication DeleteApplication GetApplication ListTagsForResource TagResource UntagResource',
  ),
  'CodeDeploy::DeploymentGroup': [
    ...on(group, 'codedeploy:CreateDeploymentGroup DeleteDeploymentGroup GetDeploymentGroup UpdateDeploymentGroup'),
    ...on(group, 'codedeploy:ListDeployments ListTagsForResource TagResource UntagResource'),
    ...on(application, 'codedeploy:GetApplicationRevision RegisterApplicationRevision'),
    ...passTo('codedeploy'),
  ],
  'DynamoDB::GlobalTable': [
    ...on(table, 'dynamodb:CreateTable CreateTableReplica DeleteTable DeleteTableReplica DescribeTable UpdateTable'),
    ...on(table, 'dynamodb:UpdateContinuousBackups UpdateContributorInsights UpdateTimeToLive ListTagsOfResource'),
    ...on(table, 'dynamodb:BatchWriteItem DeleteItem GetItem PutItem Query Scan UpdateItem TagResource UntagResource'),
    ...on(table, 'dynamodb:DeleteResourcePolicy GetResourcePolicy PutResourcePolicy UpdateTableReplicaAutoScaling'),
    ...on(table, 'dynamodb:DescribeContinuousBackups DescribeContributorInsights DescribeTimeToLive'),
    ...on(table, 'dynamodb:DescribeKinesisStreamingDestination DisableKinesisStreamingDestination'),
    ...on(table, 'dynamodb:EnableKinesisStreamingDestination UpdateKinesisStreamingDestination'),
    ...on('', 'application-autoscaling:DescribeScalableTargets DescribeScalingPolicies'),
    ...on(
      target,
      'application-autoscaling:DeleteScalingPolicy DeleteScheduledAction DeregisterScalableTarget',
      isOfTables,
    ),
    ...on(target, 'application-autoscaling:PutScalingPolicy PutScheduledAction RegisterScalableTarget', isOfTables),
    ...on('', 'dynamodb:DescribeLimits'),
    ...on('', 'cloudwatch:PutMetricData'),
    ...on('', 'kms:DescribeKey ListAliases'),
    ...createRoleFor('replication.dynamodb'),
    ...createRoleFor('dynamodb.application-autoscaling'),
  ],
  'IAM::Role': [
    ...on(role, 'iam:AttachRolePolicy CreateRole DeleteRole DeleteRolePolicy DetachRolePolicy GetRole GetRolePolicy'),
    ...on(role, 'iam:ListAttachedRolePolicies ListRolePolicies PutRolePolicy TagRole UntagRole UpdateAssumeRolePolicy'),
    ...on(role, 'iam:UpdateRole UpdateRoleDescription'),
  ],
  // AWS may show the tags of a new key only minutes later.
  'KMS::Key': [
    ...on('', 'kms:CreateKey PutKeyPolicy TagResource', isNew),
    ...on(key, 'kms:DescribeKey EnableKeyRotation GetKeyPolicy GetKeyRotationStatus ListResourceTags'),
    ...on(key, 'kms:EnableKey PutKeyPolicy ScheduleKeyDeletion TagResource', isTagged),
    ...on(key, 'kms:UntagResource UpdateKeyDescription', isTagged),
  ],
  'Lambda::Alias': [
    ...on(lambda, 'lambda:CreateAlias DeleteAlias DeleteProvisionedConcurrencyConfig GetAlias UpdateAlias'),
    ...on(lambda, 'lambda:GetProvisionedConcurrencyConfig PutProvisionedConcurrencyConfig'),
    ...on(group, 'codedeploy:CreateDeployment GetDeployment GetDeploymentGroup'),
    ...on(`codedeploy:${here}:deploymentconfig:CodeDeployDefault.A`, 'codedeploy:GetDeploymentConfig'),
    ...on('', 'codedeploy:StopDeployment'),
  ],
  'Lambda::Function': [
    ...on(lambda, 'lambda:CreateFunction DeleteFunction GetFunction UpdateFunctionCode UpdateFunctionConfiguration'),
    ...on(lambda, 'lambda:DeleteFunctionCodeSigningConfig DeleteFunctionConcurrency GetFunctionCodeSigningConfig'),
    ...on(lambda, 'lambda:PutFunctionCodeSigningConfig PutFunctionConcurrency'),
    ...on(lambda, 'lambda:GetRuntimeManagementConfig ListTags PutRuntimeManagementConfig TagResource UntagResource'),
    ...passTo('lambda'),
    ...on(`s3:::cdk-myapp-assets-${account}-eu-west-1/1a2b.zip`, 's3:GetObject'),
  ],
  'Lambda::Version': on(lambda, 'lambda:PublishVersion GetFunctionConfiguration DeleteFunction'),
  // CloudFormation names the log of the functions by the stack. The access log has a name that begins with /aws/vendedlogs/.
  'Logs::LogGroup': [
    ...ofLogGroup(`${logGroup}:${name}`, {}, {}),
    ...ofLogGroup(`${logGroup}:/aws/vendedlogs/a`, isNew, isTagged),
    ...on('', 'logs:CreateLogDelivery DescribeLogGroups DescribeResourcePolicies PutResourcePolicy'),
  ],
  'Logs::MetricFilter': on(`${logGroup}:${name}`, 'logs:DeleteMetricFilter DescribeMetricFilters PutMetricFilter'),
  'SNS::Subscription': [
    ...on(topic, 'sns:GetSubscriptionAttributes GetTopicAttributes SetSubscriptionAttributes Subscribe'),
    // A subscription that nobody has confirmed has no ARN.
    ...on('', 'sns:Unsubscribe'),
  ],
  'SNS::Topic': [
    ...on(topic, 'sns:CreateTopic DeleteTopic GetDataProtectionPolicy GetTopicAttributes ListSubscriptionsByTopic'),
    ...on(topic, 'sns:ListTagsForResource PutDataProtectionPolicy SetTopicAttributes TagResource UntagResource'),
  ],
  'SNS::TopicPolicy': on(topic, 'sns:SetTopicAttributes'),
  // Every qualifier of CDK's bootstrap fits.
  'SSM::Parameter': on(`ssm:${here}:parameter/cdk-bootstrap/myapp/version`, 'ssm:GetParameters'),
};
