import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** What the rule packs of cdk-nag ask for and this service does not do, each with its reason; there is nothing else. */
export const acknowledged = {
  open: {
    reason:
      'The route is on the list of open ones in functions/http/row.ts, or its stage has no issuer of tokens and says so',
    rules: ['AwsSolutions::AwsSolutions-APIG4'],
  },
  traces: {
    reason: 'Traces are no resources that a permission could name: X-Ray takes * only',
    rules: ['AwsSolutions::AwsSolutions-IAM5[Resource::*]'],
  },
  alarms: {
    reason: 'CodeDeploy may read alarms more widely than by name, and reading them is harmless',
    rules: ['AwsSolutions::AwsSolutions-IAM5[Resource::*]'],
  },
  noQueue: {
    reason:
      'API Gateway waits for the answer of a function, and who gets an alarm by e-mail reads no queue: it would stay empty, or unread',
    rules: [
      'Serverless::Serverless-LambdaDLQ',
      'Serverless::Serverless-SNSRedrivePolicy',
      'HIPAA.Security::HIPAA.Security-LambdaDLQ',
      'NIST.800.53.R5::NIST.800.53.R5-LambdaDLQ',
    ],
  },
  noNetwork: {
    reason:
      'The function reaches DynamoDB only, over TLS and by its role; in a VPC there would be nothing for it to reach',
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
