import { isRecord, type LocalResources } from './intrinsics';

/** Statement of a policy, as IAM has it. */
type IamStatement = { readonly Effect?: unknown; readonly Action?: unknown; readonly Resource?: unknown };

/** Reads a policy document without intrinsic functions. Throws on an element that the runner cannot enforce. */
const readStatements = (document: unknown, owner: string): IamStatement[] => {
  const statements = [Object(document).Statement].flat().filter(isRecord);
  const elements = statements.flatMap(Object.keys);
  const unknown = ['Condition', 'NotAction', 'NotResource'].find((element) => elements.includes(element));
  if (!unknown) return statements;
  throw new Error(`The policy of ${owner} uses ${unknown}; the local runner enforces Effect, Action and Resource only`);
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
export const readFunctionPolicy = (functionArn: string, { readAll }: LocalResources): IamStatement[] =>
  readAll(/^AWS::Lambda::Permission$/, ({ FunctionName, Principal, Action, SourceArn: Resource = '*' }) =>
    FunctionName === functionArn && Principal === 'apigateway.amazonaws.com' ? [{ Action, Resource }] : [],
  ).flat();

/** Matches a text with IAM's wildcards: `*` stands for any run of characters, `?` for exactly one character. */
const matches = (patterns: unknown, text: string, flags: string): boolean =>
  [patterns].flat().some((pattern) => {
    const escaped = String(pattern).replace(/[^\w*?]/g, '\\$&');
    return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, flags).test(text);
  });

/** Applies IAM's rule: an action needs a statement that allows it, and a Deny wins over every Allow. */
export const isGranted = (policy: readonly IamStatement[], action: string, resource: string): boolean => {
  const matching = policy.filter(
    ({ Action, Resource }) => matches(Action, action, 'is') && matches(Resource, resource, 's'),
  );
  return matching.length > 0 && matching.every(({ Effect }) => Effect !== 'Deny');
};
