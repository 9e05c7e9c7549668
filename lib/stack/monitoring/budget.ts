import { Aws } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Settings } from '../settings';

/** Regions where CloudFormation makes no budget, by the schemas of its resources as cfn-lint 1.51 has them. */
const withoutBudgets = [
  ...['af-south-1', 'ap-east-1', 'ap-east-2', 'ap-northeast-3', 'ap-south-2', 'ap-southeast-3', 'ap-southeast-4'],
  ...['ap-southeast-5', 'ap-southeast-6', 'ap-southeast-7', 'ca-west-1', 'eu-central-2', 'eu-north-1', 'eu-south-1'],
  ...['eu-south-2', 'il-central-1', 'me-central-1', 'me-south-1', 'mx-central-1', 'us-gov-east-1', 'us-gov-west-1'],
];

/** Tells whether a stage of a region can have a budget. */
export const hasBudgets = (region: string) => !withoutBudgets.includes(region);

/** Budget of a month for all resources with the tag of the stage. Its messages go to the receivers of the alarms. */
export class StageBudget extends CfnBudget {
  constructor(scope: Construct, id: string, { settings }: { readonly settings: Settings }) {
    const { stage, budget = 0, alarmEmail, alarmTopic } = settings;
    const subscribers = [
      ...(alarmEmail ? [{ subscriptionType: 'EMAIL', address: alarmEmail }] : []),
      ...(alarmTopic ? [{ subscriptionType: 'SNS', address: alarmTopic }] : []),
    ];
    const notify = (notificationType: string, threshold: number) => ({
      notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
      subscribers,
    });
    super(scope, id, {
      budget: {
        // Without this, AWS makes up a name, and no policy can name the budget.
        budgetName: Aws.STACK_NAME,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: budget, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:stage$${stage}`] },
      },
      notificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
    });
  }
}
