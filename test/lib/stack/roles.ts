import type { StackTemplate } from '../../support/stack';

export type Statement = { readonly Action: string | string[]; readonly Effect: string; readonly Resource: unknown };

/** Lists what statements grant: an effect, one action and one resource in each. */
export const listed = (statements: readonly Statement[]) =>
  statements
    .flatMap(({ Action, Effect, Resource }) =>
      [Action].flat().flatMap((action) => [Resource].flat().map((resource) => ({ Effect, action, resource }))),
    )
    .map((grant) => JSON.stringify(grant))
    .sort();

export const allow = (Action: string[], ...Resource: readonly unknown[]): Statement => ({
  Effect: 'Allow',
  Action,
  Resource,
});

/** Returns the grants of a role that only a service may assume. Checks that the role has one policy, of its own. */
export const grantsOf = ({ Resources }: StackTemplate, roleId = '', service = '') => {
  const { AssumeRolePolicyDocument, Policies, ...more } = Resources[roleId]?.Properties ?? {};
  const Statement = [{ Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: `${service}.amazonaws.com` } }];
  expect(AssumeRolePolicyDocument).toEqual({ Version: '2012-10-17', Statement });
  const [policy, ...others] = Policies ?? [];
  expect([others, Object.keys(more)]).toEqual([[], ['Tags']]);
  return listed(policy.PolicyDocument.Statement);
};

/** Returns the ids of the roles that a service assumes. */
export const rolesOf = (template: StackTemplate, service: string) =>
  template.entries('IAM::Role').flatMap(([id, { Properties }]) => {
    const [{ Principal }] = Properties.AssumeRolePolicyDocument.Statement;
    return Principal.Service === `${service}.amazonaws.com` ? [id] : [];
  });
