import type { Stack } from 'aws-cdk-lib';
import { CfnRole } from 'aws-cdk-lib/aws-iam';

/** Maximum number of characters that IAM allows for the inline policies of a role, without their white space. */
const MAX_CHARS = 10_240;

/** Length of the ARN of an alias, `arn:aws-us-gov:lambda:ap-northeast-1:…`, whose function has a name of 64 characters. */
const ARN_CHARS = 128;

const isReference = (value: unknown) =>
  typeof value === 'object' && value !== null && ('Ref' in value || 'Fn::GetAtt' in value);

/** Counts the characters of a policy as if every reference were the longest ARN. */
const charsOf = (policy: unknown) =>
  JSON.stringify(policy, (_, value) => (isReference(value) ? 'x'.repeat(ARN_CHARS) : value)).length;

/**
 * Returns one sentence for each role whose policies IAM would refuse in the middle of a deployment. CDK itself refuses more
 * resources than CloudFormation allows. Nothing else grows with the routes.
 */
export const refusalsOfSize = (stack: Stack) =>
  stack.node.findAll().flatMap((construct) => {
    if (!(construct instanceof CfnRole)) return [];
    const documents: { policyDocument: unknown }[] = stack.resolve(construct.policies) ?? [];
    const found = documents.reduce((sum, { policyDocument }) => sum + charsOf(policyDocument), 0);
    if (found <= MAX_CHARS) return [];
    return [
      `The policies of ${construct.node.path} have ${found} characters, and IAM allows ${MAX_CHARS}; remove routes of this resource, or deploy some of them as a service of their own.`,
    ];
  });
