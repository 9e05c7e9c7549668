import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { pluralOf } from '../../functions/kit/http/route';
import { createFunctionRoles } from './function-roles';
import type { HandlerFunction } from './handler';
import type { Alarms } from './monitoring/alarms';

export type CanaryProps = {
  readonly handlers: readonly HandlerFunction[];
  readonly alarms: Alarms;
};

/** Gives new code 10 % of the requests for five minutes, then all. An alarm gives all requests back to the old code. */
export class Canary extends Construct {
  constructor(scope: Construct, id: string, { handlers, alarms }: CanaryProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    // Has roles of its own, because AWS's policy for CodeDeploy can shift every function of the account. The roles name
    // functions, because a reference to an alias is circular: the alias waits for its group, and the group for its role.
    const roleOf = createFunctionRoles(new Construct(this, 'Roles'), {
      service: 'codedeploy',
      actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
      // Takes more roles than their policies need, because a limit of Lambda may count the calls of each role (README.md).
      roleIdOf: (route) => (route.actions ? pluralOf(route) : 'site'),
      // Allows all alarms, because CodeDeploy may ask for more than the named alarms. A refusal would stop the
      // deployment, and reading alarms is harmless.
      others: [new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] })],
    });
    for (const handler of handlers) {
      const { alias, node } = handler;
      if (!alias) continue;
      new LambdaDeploymentGroup(this, node.id, {
        application,
        alias,
        // CodeDeploy allows at most ten alarms.
        alarms: alarms.rollback,
        role: roleOf(handler),
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
    }
  }
}
