import { Duration } from 'aws-cdk-lib';
import { type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { ServiceFunction } from '../function';
import { windowSecondsOf } from '../jobs/changes';
import type { FailedChanges } from '../jobs/failed-changes';
import type { AlarmCondition } from './metrics';

export type WatchedReactions = {
  /** Functions that get changes. */
  readonly reactions: readonly ServiceFunction[];
  readonly failed: FailedChanges | undefined;
};

type ReactionCondition = { readonly name: string; readonly metric: IMetric; readonly condition: AlarmCondition };

/** Time by which a reaction may be behind. One with a longer window may be behind by a minute more than that. */
const maxAgeMs = (reaction: ServiceFunction) => 1_000 * Math.max(300, 60 + windowSecondsOf(reaction));

const page = 'a-reaction-fails';
const metricOptions = { period: Duration.minutes(1), statistic: 'Maximum' };

/** Returns the conditions of the alarms on reactions. A client notices no reaction, so that none of them rolls a deployment back. */
export const reactionConditions = ({ reactions, failed }: WatchedReactions): readonly ReactionCondition[] => [
  ...reactions.map((each) => ({
    name: `Behind-${each.node.id}`,
    metric: each.function.metric('IteratorAge', metricOptions),
    condition: {
      threshold: maxAgeMs(each),
      alarmDescription: `The reaction ${each.node.id} is more than ${maxAgeMs(each) / 60_000} minutes behind. The log of the jobs says which change fails.`,
      page,
    },
  })),
  ...(failed
    ? [
        {
          name: 'FailedChanges',
          metric: failed.queue.metricApproximateNumberOfMessagesVisible(metricOptions),
          condition: {
            threshold: 0,
            alarmDescription: 'Changes have failed for too long. They wait 14 days until somebody sends them again.',
            // SQS sends no metric of a queue that nobody has used for six hours, also while messages wait there.
            treatMissingData: TreatMissingData.IGNORE,
            page,
          },
        },
      ]
    : []),
];
