import { isRecord, type LocalResources, propertiesOf } from './intrinsics';

type IamStatement = ReturnType<typeof readStatements>[number];

/** Reads a policy document without intrinsic functions. Throws on an element that the runner cannot enforce. */
export const readStatements = (document: unknown, owner: string) => {
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
export const readRolePolicies = (roleArn: unknown, resources: LocalResources): readonly IamStatement[] => {
  const roleId = String(roleArn).split('/').at(-1) ?? '';
  const role = propertiesOf(resources[roleId], resources);
  const inline = [role.Policies ?? []].flat().filter(isRecord);
  const managed = [role.ManagedPolicyArns ?? []].flat().map((id) => propertiesOf(resources[String(id)], resources));
  const attached = Object.values(resources)
    .filter((resource) => resource.Type === 'AWS::IAM::Policy')
    .map((resource) => propertiesOf(resource, resources))
    .filter((policy) => [policy.Roles].flat().includes(roleId));
  return [...inline, ...managed, ...attached].flatMap((policy) => readStatements(policy.PolicyDocument, roleId));
};

/** Matches a text with IAM's wildcards: `*` stands for any run of characters, `?` for exactly one character. */
const matches = (pattern: string, text: string): boolean => {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
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
