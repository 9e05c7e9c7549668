import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { createFunctionRoles } from './function-roles';
import type { HandlerFunction } from './handler';

export type CanaryProps = {
  /** Functions, each with the alarms that roll its new code back. CodeDeploy allows at most ten alarms. */
  readonly deployments: readonly {
    readonly handler: HandlerFunction;
    readonly alias: Alias;
    readonly alarms: readonly Alarm[];
  }[];
};

/** Gives new code 10 % of the requests for five minutes, then all. An alarm gives all requests back to the old code. */
export class Canary extends Construct {
  constructor(scope: Construct, id: string, { deployments }: CanaryProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    // Has roles of its own, because AWS's policy for CodeDeploy can shift every function of the account. The roles name
    // functions, because a reference to an alias is circular: the alias waits for its group, and the group for its role.
    const roleOf = createFunctionRoles(new Construct(this, 'Roles'), {
      service: 'codedeploy',
      actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
      // Allows all alarms, because CodeDeploy may ask for more than the named alarms. A refusal would stop the
      // deployment, and reading alarms is harmless.
      others: [new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] })],
    });
    for (const { handler, alias, alarms } of deployments) {
      new LambdaDeploymentGroup(this, handler.node.id, {
        application,
        alias,
        alarms: [...alarms],
        role: roleOf(handler),
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
    }
  }
}
