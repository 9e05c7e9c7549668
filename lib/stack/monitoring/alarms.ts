import { Duration, Stack } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct, type Node } from 'constructs';
import type { SharedProps } from '../handler';
import { failuresOf, throttlesOf } from './metrics';

export type AlarmsProps = SharedProps & {
  readonly httpApi: IHttpApi;
  /** Functions, by their routes, and their logs. */
  readonly handlers: readonly {
    readonly node: Pick<Node, 'id'>;
    readonly function: Pick<LambdaFunction, 'logGroup'>;
  }[];
};

const everyMinute = { period: Duration.minutes(1) };

/** Alarms for faults that last for minutes and that clients notice, and for limits that are near. */
export class Alarms extends Construct {
  /** Alarms that roll back a deployment of a function, by the name of its route. */
  readonly rollback: ReadonlyMap<string, Alarm[]>;
  /** Number of metrics that the alarms read. AWS charges each. */
  metricCount = 0;
  private readonly actions: readonly SnsAction[];

  constructor(scope: Construct, id: string, { httpApi, handlers, table, settings, key }: AlarmsProps) {
    super(scope, id);
    const { alarmEmail, alarmTopic } = settings;
    const topic = new Topic(this, 'Topic', { enforceSSL: true, masterKey: key });
    // Lets the account's alarms publish, because the policy that `enforceSSL` adds replaces the default policy.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
    const topics = alarmTopic ? [topic, Topic.fromTopicArn(this, 'GivenTopic', alarmTopic)] : [topic];
    this.actions = topics.map((each) => new SnsAction(each));

    const requests = httpApi.metricCount(everyMinute);
    const percent = (some: IMetric) =>
      new MathExpression({
        // Without the minimum of 5, one failed request at night would raise the alarm.
        expression: 'IF(some >= 5, 100 * some / requests, 0)',
        usingMetrics: { some, requests },
        ...everyMinute,
      });
    const failing = this.alarm('Failing', percent(httpApi.metricServerError(everyMinute)), {
      threshold: 1,
      alarmDescription: 'More than 1 % of the requests get a 5xx response. The log has the requestId of each.',
    });
    const latency = new MathExpression({
      // With fewer requests the p99 is just the slowest request.
      expression: 'IF(requests >= 100, latency, 0)',
      usingMetrics: { latency: httpApi.metricLatency({ ...everyMinute, statistic: 'p99' }), requests },
      ...everyMinute,
    });
    const slow = this.alarm('Slow', latency, {
      threshold: 2000,
      alarmDescription: 'The slowest 1 % of at least 100 requests a minute take more than 2 s.',
    });
    const rollback = handlers.map(({ node: { id: name }, function: { logGroup } }): [string, Alarm[]] => {
      const failures = failuresOf(this, name, logGroup).metric({ ...everyMinute, statistic: 'Sum' });
      const broken = this.alarm(`${name}Broken`, failures, {
        threshold: 0,
        alarmDescription: `The function ${name} answers 500, crashes or times out. Its log has the errors.`,
      });
      return [name, [failing, slow, broken]];
    });
    this.rollback = new Map(rollback);

    this.alarm('Refused', percent(httpApi.metricClientError(everyMinute)), {
      threshold: 25,
      alarmDescription: 'More than 25 % of the requests get a 4xx response. The access log has the reasons.',
    });
    this.alarm('NearThrottle', requests, {
      threshold: 0.8 * 60 * settings.throttle.rate,
      alarmDescription: 'The requests reach 80 % of the throttle. Above it, the API answers 429.',
    });
    this.alarm('Concurrency', LambdaFunction.metricAllThrottles(everyMinute), {
      threshold: 0,
      alarmDescription: 'Lambda throttles functions of this account: too many run at once.',
    });
    for (const { name, metric } of throttlesOf(table, everyMinute))
      this.alarm(`${name}Throttles`, metric, {
        threshold: 10,
        alarmDescription: 'DynamoDB throttles: a partition gets too many requests, or maxUnits is reached.',
      });
    for (const region of settings.replicas ?? []) {
      const dimensionsMap = { TableName: table.tableName, ReceivingRegion: region };
      this.alarm(`Lagging-${region}`, table.metric('ReplicationLatency', { dimensionsMap, ...everyMinute }), {
        threshold: 60_000,
        alarmDescription: `The copy in ${region} is more than a minute behind. A failover would lose these writes.`,
      });
    }
  }

  private alarm(id: string, metric: IMetric, props: Pick<AlarmProps, 'threshold' | 'alarmDescription'>) {
    const alarm = new Alarm(this, id, {
      ...props,
      metric,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      // FILL counts the newest minute as 0 while its data is late. Two minutes of three still raise the alarm.
      datapointsToAlarm: 2,
      evaluationPeriods: 3,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    this.metricCount += Object.keys(metric.toMetricConfig().mathExpression?.usingMetrics ?? { metric }).length;
    alarm.addAlarmAction(...this.actions);
    alarm.addOkAction(...this.actions);
    return alarm;
  }
}
