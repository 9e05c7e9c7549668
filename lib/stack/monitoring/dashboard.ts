import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../function';
import type { AlarmsProps } from './alarms';
import { throttlesOf } from './metrics';
import { queries } from './queries';

const period = Duration.minutes(5);

type DashboardProps = Omit<AlarmsProps, 'key' | 'handlers'> & {
  /** Functions of the routes and jobs. */
  readonly functions: readonly ServiceFunction[];
};

/** CloudWatch dashboard. Its charts are AWS's own metrics, which are free. A route or job is a function of its own. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, watched: DashboardProps) {
    super(scope, id);
    const { httpApi, table, functions, logGroup } = watched;
    const latency = ['p50', 'p99'].map((statistic) => httpApi.metricLatency({ statistic, period, label: statistic }));
    const errors = ['4xx', '5xx'].map((name) => httpApi.metric(name, { statistic: 'Sum', period, label: name }));
    const each = (name: string, statistic = 'Sum') =>
      functions.map(({ function: target, label }) => target.metric(name, { statistic, period, label }));
    const units = ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map((name) =>
      table.metric(name, { statistic: 'Sum', period, label: name }),
    );
    const throttles = throttlesOf(watched, { period, size: 1 }).map(({ metric }) => metric);
    const charts: Record<string, cloudwatch.IMetric[]> = {
      Requests: each('Invocations'),
      'Latency at the gateway, ms': latency,
      'Latency in the functions, p50, ms': each('Duration', 'p50'),
      'Latency in the functions, p99, ms': each('Duration', 'p99'),
      'Responses of the gateway with 4xx and 5xx': errors,
      'Crashes and timeouts of functions': each('Errors'),
      Throttles: [...throttles, ...each('Throttles')],
      'Units of the table': units,
    };
    const logGroupNames = [logGroup.logGroupName];
    const dashboard = new cloudwatch.Dashboard(this, 'Dashboard', { defaultInterval: Duration.days(1) });
    // A row of the dashboard is 24 wide, and CDK starts a new row when one is full.
    dashboard.addWidgets(
      ...Object.entries(charts).map(([title, left]) => new cloudwatch.GraphWidget({ title, left, width: 12, period })),
      // A query reads the logs, and costs money, only while the dashboard is open.
      ...Object.entries(queries).map(
        ([title, queryLines]) =>
          new cloudwatch.LogQueryWidget({ title, logGroupNames, queryLines, width: 12, height: 6 }),
      ),
    );
  }
}
