import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from './settings';

/** Permission of a function beside those that every function has. */
export type Grant = {
  /** Name of the permission in the id of the role. Two grants of one name are the same permission. */
  readonly name: string;
  readonly actions: string[];
  readonly resource: string;
};

/** Finds the role that has these grants, and no others. The role of an `owner` gets grants of lib/own.ts, too, and is its own. */
export type RoleOf = (grants: readonly Grant[], owner?: string) => ExecutionRole;

/** Role of functions. Its grants come from the declarations of the functions alone. */
export class ExecutionRole extends Role {
  /** Statements that constructs have asked for. Those of CDK's functions are about X-Ray, which the role allows anyway. */
  readonly asked: PolicyStatement[] = [];
  private readonly allowed: PolicyDocument;

  constructor(scope: Construct, id: string, statements: PolicyStatement[]) {
    const Grants = new PolicyDocument({ statements });
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      // Has a policy of its own, because AWS's policy for functions can write to every log group of the account. It is
      // inline, because an account has at most 1,500 managed policies, and nothing else uses this one.
      inlinePolicies: { Grants },
    });
    this.allowed = Grants;
  }

  /** Adds a grant that a declaration names. */
  allow(statement: PolicyStatement) {
    this.allowed.addStatements(statement);
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.asked.push(statement);
    return { statementAdded: true, policyDependable: this };
  }
}

type ExecutionRoleProps = { readonly logGroup: ILogGroup; readonly settings: Settings };

const allow = ({ actions, resource }: Omit<Grant, 'name'>) => new PolicyStatement({ actions, resources: [resource] });

/**
 * Creates the roles by which functions run. Functions with the same grants share a role, whose id is made of their names, as in
 * `GetItem+PutItem` or `Query+byOrderStatus`. So a role never changes its grants: a function that needs others moves to another.
 */
export const createExecutionRoles = (scope: Construct, { logGroup, settings }: ExecutionRoleProps): RoleOf => {
  const ofAll = [
    { actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resource: logGroup.logGroupArn },
    // X-Ray permissions cannot name a resource.
    ...(settings.tracing ? [{ actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], resource: '*' }] : []),
  ];
  const roles = new Map<string, ExecutionRole>();
  return (grants, owner) => {
    const names = grants.map(({ name }) => name).sort();
    const id = owner ? `Of+${owner}` : names.join('+') || 'Log';
    const role = roles.get(id) ?? new ExecutionRole(scope, id, [...grants, ...ofAll].map(allow));
    roles.set(id, role);
    return role;
  };
};
