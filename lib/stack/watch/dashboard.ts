import { Duration, Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { type Row, routeKeysOf } from '../../../functions/http/row';
import type { Metrics } from '../../../functions/lambda/metrics';
import * as routes from '../../../functions/routes';
import { memoryMb } from '../handler';
import { prices } from '../prices';
import type { AlarmsProps } from './alarms';
import { sumOfTable } from './sum';

export type DashboardProps = Omit<AlarmsProps, 'settings' | 'key'>;

const period = Duration.minutes(5);
const routeKeys = Object.values<Row>(routes).flatMap(routeKeysOf);

/** Price in US dollars of one unit of each metric that costs money. */
const dollars = {
  requests: prices.gateway.perRequest + prices.lambda.perRequest,
  ms: (prices.lambda.perGigabyteSecond * memoryMb) / 1024 / 1000,
  readUnits: prices.dynamodb.perReadUnit,
  writeUnits: prices.dynamodb.perWriteUnit,
};

/** CloudWatch dashboard. The metrics by route come from the log lines of the functions, all others from AWS. */
export class Dashboard extends Construct {
  private readonly namespace = Stack.of(this).stackName;

  constructor(scope: Construct, id: string, { httpApi, table, handlers }: DashboardProps) {
    super(scope, id);
    const latency = ['p50', 'p99'].map((statistic) => httpApi.metricLatency({ statistic, period, label: statistic }));
    const throttles = handlers.map((handler) => handler.function.metricThrottles({ period, label: handler.node.id }));
    const atTable = sumOfTable(table, 'ThrottledRequests', { period, label: 'table' });
    const failed = httpApi.metricServerError({ period, label: 'gateway' });

    const charts: [title: string, metrics: cloudwatch.IMetric[]][] = [
      ['Requests', this.each('requests', 'Sum')],
      ['Latency at the gateway, ms', latency],
      ['Latency in the functions, p50, ms', this.each('ms', 'p50')],
      ['Latency in the functions, p99, ms', this.each('ms', 'p99')],
      ['Errors (5xx)', [failed, ...this.each('errors', 'Sum')]],
      ['Cold starts', this.each('coldStarts', 'Sum')],
      ['Throttles', [atTable, ...throttles]],
      ['Cost of gateway, functions and units, US dollars', routeKeys.map((route, index) => this.cost(route, index))],
      ['Read units', this.each('readUnits', 'Sum')],
      ['Write units', this.each('writeUnits', 'Sum')],
    ];
    const dashboard = new cloudwatch.Dashboard(this, 'Dashboard', { defaultInterval: Duration.days(1) });
    // A row of the dashboard is 24 wide, and CDK starts a new row when one is full.
    dashboard.addWidgets(
      ...charts.map(([title, left]) => new cloudwatch.GraphWidget({ title, left, width: 12, period })),
    );
  }

  private metric(metricName: string, route: string, statistic: string) {
    const dimensionsMap = { route };
    return new cloudwatch.Metric({
      namespace: this.namespace,
      metricName,
      dimensionsMap,
      statistic,
      period,
      label: route,
    });
  }

  private each(metricName: keyof Metrics, statistic: string) {
    return routeKeys.map((route) => this.metric(metricName, route, statistic));
  }

  private cost(route: string, index: number) {
    // Metric ids must be unique in a chart, so each id ends with the index of the route.
    const parts = Object.entries(dollars).map(([name, price]) => ({ name, price, id: `${name}${index}` }));
    const usingMetrics = Object.fromEntries(parts.map(({ name, id }) => [id, this.metric(name, route, 'Sum')]));
    const expression = parts.map(({ id, price }) => `${id} * ${price.toFixed(12)}`).join(' + ');
    return new cloudwatch.MathExpression({ expression, usingMetrics, period, label: route });
  }
}
