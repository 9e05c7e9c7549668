import { isRecord, type LocalResources } from './intrinsics';

type IamStatement = ReturnType<typeof readStatements>[number];

/** Reads a policy document without intrinsic functions. Throws on an element that the runner cannot enforce. */
const readStatements = (document: unknown, owner: string) => {
  const list = isRecord(document) ? [document.Statement].flat() : [];
  return list.filter(isRecord).map((statement) => {
    const unknown = ['Condition', 'NotAction', 'NotResource'].find((element) => element in statement);
    if (unknown)
      throw new Error(
        `The policy of ${owner} uses ${unknown}; the local runner enforces Effect, Action and Resource only`,
      );
    return {
      effect: statement.Effect === 'Deny' ? 'Deny' : 'Allow',
      actions: [statement.Action].flat().map(String),
      resources: [statement.Resource].flat().map(String),
    };
  });
};

/** Reads all policies of a role: inline policies, managed policies and policies that name the role. */
export const readRolePolicies = (roleArn: unknown, { propertiesOf, readAll }: LocalResources) => {
  const roleId = String(roleArn).split('/').at(-1) ?? '';
  const { Policies: inline = [], ManagedPolicyArns: ids = [] } = propertiesOf(roleId);
  const managed = [ids].flat().map(propertiesOf);
  const others = readAll(/^AWS::IAM::Policy$/, (policy) => policy);
  const attached = others.filter(({ Roles }) => [Roles].flat().includes(roleId));
  const policies = [inline, managed, attached].flat(2).filter(isRecord);
  return policies.flatMap((policy) => readStatements(policy.PolicyDocument, roleId));
};

/** Reads which APIs a function lets call itself, as statements about the ARNs of their routes. CDK gives these by default. */
export const readFunctionPolicy = (functionArn: string, { readAll }: LocalResources) =>
  readAll(/^AWS::Lambda::Permission$/, ({ FunctionName, Principal, Action, SourceArn: Resource = '*' }) => {
    const isForApi = FunctionName === functionArn && Principal === 'apigateway.amazonaws.com';
    return isForApi ? readStatements({ Statement: { Action, Resource } }, functionArn) : [];
  }).flat();

/** Matches a text with IAM's wildcards: `*` stands for any run of characters, `?` for exactly one character. */
const matches = (pattern: string, text: string): boolean => {
  const escaped = pattern.replace(/[^\w*?]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(text);
};

/** Applies IAM's rule: an action needs a statement that allows it, and a Deny wins over every Allow. */
export const isGranted = (policy: readonly IamStatement[], action: string, resource: string): boolean => {
  const matching = policy.filter(
    (statement) =>
      statement.actions.some((pattern) => matches(pattern.toLowerCase(), action.toLowerCase())) &&
      statement.resources.some((pattern) => matches(pattern, resource)),
  );
  return matching.length > 0 && matching.every((statement) => statement.effect === 'Allow');
};
