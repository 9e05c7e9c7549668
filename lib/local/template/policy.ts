import { isRecord, type LocalResources } from './intrinsics';

/** Statement of a policy, as IAM has it. */
type IamStatement = { readonly Effect?: unknown; readonly Action?: unknown; readonly Resource?: unknown };

/** Elements of a statement that the runner cannot enforce. */
const UNKNOWN = ['Condition', 'NotAction', 'NotResource'];

/**
 * Reads all policies of a role: inline policies, managed policies and policies that name the role. Throws on an element that
 * the runner cannot enforce, or leaves the statement out if `isLenient`.
 */
export const readRolePolicies = (roleArn: unknown, { propertiesOf, readAll }: LocalResources, isLenient = false) => {
  const nameIn = (arn: unknown) => String(arn).split('/').at(-1) ?? '';
  const roleId = nameIn(roleArn);
  const { Policies: inline = [], ManagedPolicyArns: arns = [] } = propertiesOf(roleId);
  const managed = [arns].flat().map((arn) => propertiesOf(nameIn(arn)));
  const others = readAll(/^AWS::IAM::Policy$/, (policy) => policy);
  const attached = others.filter(({ Roles }) => [Roles].flat().includes(roleId));
  const policies = [inline, managed, attached].flat(2).filter(isRecord);
  const statements = policies.flatMap((policy) => [Object(policy.PolicyDocument).Statement].flat().filter(isRecord));
  return statements.filter((statement): statement is IamStatement => {
    const unknown = UNKNOWN.find((element) => element in statement);
    if (!unknown || isLenient) return !unknown;
    throw new Error(
      `The policy of ${roleId} uses ${unknown}; the local runner enforces Effect, Action and Resource only`,
    );
  });
};

/** Reads which APIs a function lets call itself, as statements about the ARNs of their routes. CDK gives these by default. */
export const readFunctionPolicy = (functionArn: string, { readAll }: LocalResources): IamStatement[] =>
  readAll(/^AWS::Lambda::Permission$/, (permission) => {
    if (permission.Principal !== 'apigateway.amazonaws.com' || permission.FunctionName !== functionArn) return [];
    const { Action, SourceArn: Resource = '*' } = permission;
    return [{ Effect: 'Allow', Action, Resource }];
  }).flat();

/** Matches a text with IAM's wildcards: `*` stands for any run of characters, `?` for exactly one character. */
const matches = (patterns: unknown, text: string, flags: string): boolean =>
  [patterns].flat().some((pattern) => {
    // An unknown part of a policy matches nothing.
    if (typeof pattern !== 'string') return false;
    const escaped = pattern.replace(/[^\w*?]/g, '\\$&');
    return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, flags).test(text);
  });

const isAllowedBy = (matching: readonly IamStatement[]) =>
  matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny');

/** Applies IAM's rule: an action needs a statement that allows it, and a Deny wins over every Allow. */
export const isGranted = (policy: readonly IamStatement[], action: string, resource: string): boolean =>
  isAllowedBy(
    policy.filter(({ Action, Resource }) => matches(Action, action, 'is') && matches(Resource, resource, 's')),
  );

/**
 * Applies the same rule without resources. The action `s3:*` stands for one that the call does not name: each statement that
 * allows an action of the service is enough.
 */
export const isGrantedAnywhere = (policy: readonly IamStatement[], action: string): boolean => {
  const [service, name] = action.split(':');
  const isOfService = (pattern: unknown) => name === '*' && String(pattern).startsWith(`${service}:`);
  return isAllowedBy(
    policy.filter(
      ({ Effect, Action }) =>
        matches(Action, action, 'is') || (Effect === 'Allow' && [Action].flat().some(isOfService)),
    ),
  );
};
