import { CfnOutput, CfnResource, type Stack } from 'aws-cdk-lib';
import { CfnManagedPolicy, CfnRole } from 'aws-cdk-lib/aws-iam';

// Limits of CloudFormation for a stack, and of IAM for policies without their white space.
const MAX_RESOURCES = 500;
const MAX_OUTPUTS = 200;
const MAX_INLINE_CHARS = 10_240;
const MAX_MANAGED_CHARS = 6_144;

/** Length of the ARN of an alias, `arn:aws-us-gov:lambda:ap-northeast-1:…`, whose function has a name of 64 characters. */
const ARN_CHARS = 128;

const isReference = (value: unknown) =>
  typeof value === 'object' && value !== null && ('Ref' in value || 'Fn::GetAtt' in value);

/** Counts the characters of a policy as if every reference were the longest ARN. */
const charsOf = (policy: unknown) =>
  JSON.stringify(policy, (_, value) => (isReference(value) ? 'x'.repeat(ARN_CHARS) : value)).length;

type Limit = readonly [found: number, max: number, name: string];

const limitsOf = (stack: Stack): readonly Limit[] => {
  const constructs = stack.node.findAll();
  const policies = constructs.flatMap((construct): Limit[] => {
    const name = `characters in the policy ${construct.node.path}`;
    if (construct instanceof CfnManagedPolicy)
      return [[charsOf(stack.resolve(construct.policyDocument)), MAX_MANAGED_CHARS, name]];
    if (!(construct instanceof CfnRole)) return [];
    const documents: { policyDocument: unknown }[] = stack.resolve(construct.policies) ?? [];
    return [[documents.reduce((sum, { policyDocument }) => sum + charsOf(policyDocument), 0), MAX_INLINE_CHARS, name]];
  });
  return [
    [constructs.filter(CfnResource.isCfnResource).length, MAX_RESOURCES, 'resources'],
    [constructs.filter((construct) => construct instanceof CfnOutput).length, MAX_OUTPUTS, 'outputs'],
    ...policies,
  ];
};

/** Returns one sentence for each limit that CloudFormation or IAM would refuse in the middle of a deployment. */
export const refusalsOfSize = (stack: Stack) =>
  limitsOf(stack).flatMap(([found, max, name]) =>
    found > max
      ? [
          `The stack has ${found} ${name}, and AWS allows ${max}; remove routes, or deploy some of them as a service of their own.`,
        ]
      : [],
  );
