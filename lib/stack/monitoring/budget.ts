import { Aws } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Settings } from '../settings';

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
