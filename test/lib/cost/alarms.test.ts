import * as jobs from '../../../functions/jobs';
import { billOf } from '../../../lib/cost/bill';
import { reactionsIn } from '../../../lib/stack/jobs/changes';
import { prices } from '../../../lib/stack/monitoring/prices';
import { templateOf } from '../../support/stack';

test('the bill counts the metrics of all alarms', () => {
  const alarms = templateOf({ stage: 'prod' }).each('CloudWatch::Alarm');
  const metrics = alarms.flatMap(({ Properties: { Metrics = [{ MetricStat: {} }] } }) => Metrics);
  const [, fixed] = billOf({ requests: 1, items: 0 }).at(-1) ?? [];
  const charged = metrics.filter(({ MetricStat }) => MetricStat).length;
  // The template of tests leaves out the alarms of reactions: one for each, and one for all.
  const ofReactions = reactionsIn(jobs).length;
  const all = charged + ofReactions + Math.min(1, ofReactions);
  expect(fixed?.CloudWatch).toBeCloseTo(all * prices.cloudwatch.perAlarmMetricMonth);
});
