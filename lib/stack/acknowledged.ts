import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Findings of cdk-nag that the service accepts, each with its reason. A test refuses all other findings. */
export const acknowledged = {
  open: {
    reason: 'The route is public (functions/http/route.ts), or the stage has no issuer and warns of it',
    rules: ['AwsSolutions::AwsSolutions-APIG4'],
  },
  traces: {
    reason: 'X-Ray permissions cannot name a resource: X-Ray accepts * only',
    rules: ['AwsSolutions::AwsSolutions-IAM5[Resource::*]'],
  },
  noTraces: {
    reason:
      'X-Ray cannot be told the rate for a function, and costs 16 dollars for 10 million requests; each log line has the time of its request',
    rules: ['Serverless::Serverless-LambdaTracing'],
  },
  alarms: {
    reason: 'CodeDeploy may ask for more alarms than the named ones, and reading alarms is harmless',
    rules: ['AwsSolutions::AwsSolutions-IAM5[Resource::*]'],
  },
  noQueue: {
    reason:
      'API Gateway calls functions synchronously, and alarms go to e-mail: a dead-letter queue stays empty or unread',
    rules: [
      'Serverless::Serverless-LambdaDLQ',
      'Serverless::Serverless-SNSRedrivePolicy',
      'HIPAA.Security::HIPAA.Security-LambdaDLQ',
      'NIST.800.53.R5::NIST.800.53.R5-LambdaDLQ',
    ],
  },
  noNetwork: {
    reason: 'The function calls only DynamoDB, over TLS and authorized by its role; it needs no resource inside a VPC',
    rules: ['HIPAA.Security', 'NIST.800.53.R4', 'NIST.800.53.R5', 'PCI.DSS.321'].map(
      (pack) => `${pack}::${pack}-LambdaInsideVPC`,
    ),
  },
};

export const acknowledge = (construct: IConstruct, ...names: (keyof typeof acknowledged)[]) => {
  for (const { reason, rules } of names.map((name) => acknowledged[name])) {
    Validations.of(construct).acknowledge(...rules.map((id) => ({ id, reason })));
  }
};
