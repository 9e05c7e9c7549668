import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Route } from '../../functions/kit/http/route';
import { aliasName, type HandlerFunction } from './handler';

/**
 * Maximum number of functions in a role. IAM allows 10,240 characters for the policies of a role, and the ARNs of a function
 * and its alias have up to 257: a name has 64 characters.
 */
const MAX_FUNCTIONS = 38;

export type FunctionRoleProps = {
  /** Service that assumes the role, such as `apigateway`. */
  readonly service: string;
  /** Actions of the service on the functions and their aliases. */
  readonly actions: string[];
  /** Returns the id of the role that names the function of a route. */
  readonly roleIdOf: (route: Route) => string;
  /** Permissions that name no function. */
  readonly others?: readonly PolicyStatement[];
};

/**
 * Creates the roles by which a service of AWS uses the functions, and returns the function that finds the role of a handler.
 * The id of a role follows from the route alone, so that a function keeps its role, whatever routes come and go. A function
 * that moves could be without a role in the middle of a deployment: the old role may lose the function before its route has the
 * new role. The policy is a part of its role, so that CloudFormation never has the role without the policy.
 */
export const createFunctionRoles = (
  scope: Construct,
  { service, actions, roleIdOf, others = [] }: FunctionRoleProps,
) => {
  const roles = new Map<string, { readonly role: IRole; readonly onFunctions: PolicyStatement }>();
  const createRole = (id: string) => {
    const onFunctions = new PolicyStatement({ actions });
    const Functions = new PolicyDocument({ statements: [onFunctions, ...others] });
    const assumedBy = new ServicePrincipal(`${service}.amazonaws.com`);
    const role = new Role(scope, id, { assumedBy, inlinePolicies: { Functions } }).withoutPolicyUpdates();
    roles.set(id, { role, onFunctions });
    return { role, onFunctions };
  };
  return ({ route, function: { functionArn } }: HandlerFunction): IRole => {
    const id = roleIdOf(route);
    const { role, onFunctions } = roles.get(id) ?? createRole(id);
    // Always allows function and alias: while a deployment changes `canary`, routes call either of the two.
    onFunctions.addResources(functionArn, `${functionArn}:${aliasName}`);
    if (onFunctions.resources.length > 2 * MAX_FUNCTIONS)
      throw new Error(
        `The role "${id}" of ${service} names more than ${MAX_FUNCTIONS} functions, and IAM allows no longer policy; remove routes, or deploy some of them as a service of their own.`,
      );
    return role;
  };
};
