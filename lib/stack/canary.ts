import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledged';
import { aliasName } from './handler';

export type CanaryProps = {
  /** Each with the alarms that take new code back; CodeDeploy heeds ten at most. */
  readonly shifts: readonly { readonly name: string; readonly alias: Alias; readonly alarms: readonly Alarm[] }[];
};

/** New code gets a tenth of the requests for five minutes, then all of them; an alarm gives all back to the old. */
export class Canary extends Construct {
  constructor(scope: Construct, id: string, { shifts }: CanaryProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    acknowledge(this, 'alarms');
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      // Not AWS's policy for CodeDeploy: that one may shift the traffic of every function of the account.
      managedPolicies: [
        new ManagedPolicy(this, 'Policy', {
          statements: [
            new PolicyStatement({
              actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
              // Not the aliases' own ARNs: an alias waits for its deployment group, and that for this role.
              resources: shifts.flatMap(({ alias: { lambda } }) => [
                lambda.functionArn,
                `${lambda.functionArn}:${aliasName}`,
              ]),
            }),
            // Reads every alarm of the account, because CodeDeploy may ask more widely than by name, and a refusal stops
            // the deployment. Reading alarms is harmless.
            new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
          ],
        }),
      ],
    });
    for (const { name, alias, alarms } of shifts) {
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
