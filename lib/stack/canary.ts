import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { aliasName } from './handler';

export type CanaryProps = {
  /** Functions, each with the alarms that roll its new code back. CodeDeploy allows at most ten alarms. */
  readonly deployments: readonly { readonly name: string; readonly alias: Alias; readonly alarms: readonly Alarm[] }[];
};

/** Gives new code 10 % of the requests for five minutes, then all. An alarm gives all requests back to the old code. */
export class Canary extends Construct {
  constructor(scope: Construct, id: string, { deployments }: CanaryProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      // Has a policy of its own, because AWS's policy for CodeDeploy can shift every function of the account.
      managedPolicies: [
        new ManagedPolicy(this, 'Policy', {
          statements: [
            new PolicyStatement({
              actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
              // A reference to an alias is circular: the alias waits for its group, and the group for this role.
              resources: deployments.flatMap(({ alias: { lambda } }) => [
                lambda.functionArn,
                `${lambda.functionArn}:${aliasName}`,
              ]),
            }),
            // Allows all alarms, because CodeDeploy may ask for more than the named alarms. A refusal would stop the
            // deployment, and reading alarms is harmless.
            new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
          ],
        }),
      ],
    });
    for (const { name, alias, alarms } of deployments) {
      new LambdaDeploymentGroup(this, name, {
        application,
        alias,
        alarms: [...alarms],
        role: role.withoutPolicyUpdates(),
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
    }
  }
}
