import { Duration, Stack } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { fallback } from '../../../functions/routes';
import type { HandlerFunction, SharedProps } from '../handler';
import { type AlarmCondition, countLines, loadOf, throttlesOf, type Watched } from './metrics';
import { reactionConditions, type WatchedReactions } from './reaction-alarms';

export type AlarmsProps = SharedProps &
  Watched &
  WatchedReactions & {
    readonly httpApi: IHttpApi;
    readonly handlers: readonly HandlerFunction[];
    /** Log group of the functions. */
    readonly logGroup: ILogGroup;
  };

const everyMinute = { period: Duration.minutes(1) };

/** Puts five indexes into an alarm, which reads two metrics of each, because AWS allows ten metrics. */
const inGroups = { ...everyMinute, size: 5 };

/** Alarms for faults that last for minutes and that clients notice, and for limits that are near. */
export class Alarms extends Construct {
  /** Alarms that roll back a deployment. */
  readonly rollback: cloudwatch.Alarm[];
  private readonly actions: readonly SnsAction[];

  constructor(scope: Construct, id: string, { key, ...watched }: AlarmsProps) {
    super(scope, id);
    const { httpApi, handlers, logGroup, table, settings } = watched;
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
    const errors = httpApi.metricServerError(everyMinute);
    const math = (expression: string, usingMetrics: Record<string, cloudwatch.IMetric>) =>
      new cloudwatch.MathExpression({ expression, usingMetrics, ...everyMinute });
    const failing = this.alarm('Failing', math('100 * errors / requests', { errors, requests }), {
      threshold: 1,
      alarmDescription: 'More than 1 % of the requests get a 5xx response. The log has the requestId of each.',
      page: 'requests-fail',
    });
    const failures = countLines(this, 'Failures', { logGroup, ...everyMinute });
    // Leaves out the minutes of Failing, so that a fault sends one message.
    const others = math('IF(100 * FILL(errors, 0) > FILL(requests, 0), 0, failures)', { failures, errors, requests });
    const broken = this.alarm('Broken', others, {
      threshold: 0,
      alarmDescription: 'A function answers 500, crashes, times out or skips a malformed item. The log has its errors.',
      page: 'requests-fail',
    });
    const slow = this.alarm('Slow', httpApi.metricLatency({ ...everyMinute, statistic: 'p99' }), {
      threshold: 2000,
      alarmDescription: 'The slowest 1 % of the requests take more than 2 s.',
      page: 'requests-fail',
    });
    this.rollback = [failing, broken, slow];
    // Leaves out unknown paths, which scanners ask for, and preflights, which are not refused.
    const [asked, refused] = ['(requests - FILL(others, 0))', '(refused - FILL(unknown, 0))'];
    const percent = `IF(${refused} >= 5, 100 * ${refused} / ${asked}, 0)`;
    const site = handlers.find(({ route }) => route.routeKey === fallback.routeKey);
    const counts = { refused: httpApi.metricClientError(everyMinute), requests };
    const ofSite = site && {
      unknown: countLines(this, 'UnknownPaths', { logGroup, ...everyMinute }),
      others: site.function.metricInvocations(everyMinute),
    };
    if (ofSite)
      this.alarm('Refused', math(percent, { ...counts, ...ofSite }), {
        threshold: 25,
        alarmDescription: 'More than 25 % of the requests to known paths get a 4xx. The access log has the reasons.',
        page: 'requests-fail',
      });
    this.alarm('NearThrottle', requests, {
      threshold: 0.8 * 60 * settings.throttle.rate,
      alarmDescription: 'The requests reach 80 % of the throttle. Above it, the API answers 429.',
      page: 'a-flood-or-a-bill',
    });
    // The metric is of the account, because each function of the stage would be a metric to pay.
    const throttles = LambdaFunction.metricAllThrottles(everyMinute);
    this.alarm('Concurrency', math('IF(errors > 0, FILL(throttles, 0), 0)', { throttles, errors }), {
      threshold: 0,
      alarmDescription: 'Requests fail while Lambda throttles functions of this account: too many run at once.',
      page: 'a-flood-or-a-bill',
    });
    // AWS allows 1,024 characters for a description.
    const named = (label: string) => `Watches: ${label.slice(0, 800)}.`;
    for (const { name, label, metric } of loadOf(watched, inGroups))
      this.alarm(`${name}NearCapacity`, metric, {
        threshold: 70,
        alarmDescription: `The requests use 70 % of the units that maxUnits or the shards allow. ${named(label)}`,
        page: 'the-table-throttles',
      });
    for (const { name, label, metric } of throttlesOf(watched, inGroups))
      this.alarm(`${name}Throttles`, metric, {
        threshold: 10,
        alarmDescription: `DynamoDB throttles: a partition gets too many requests, or maxUnits is reached. ${named(label)}`,
        page: 'the-table-throttles',
      });
    for (const region of settings.replicas ?? []) {
      const dimensionsMap = { TableName: table.tableName, ReceivingRegion: region };
      // Counts a quiet minute as 0, because alarms on metrics of DynamoDB ignore missing data, and would stay on.
      const latency = table.metric('ReplicationLatency', { dimensionsMap, ...everyMinute });
      this.alarm(`Lagging-${region}`, math('FILL(latency, 0)', { latency }), {
        threshold: 60_000,
        alarmDescription: `The copy in ${region} is more than a minute behind. A failover would lose these writes.`,
        page: 'a-region-fails',
      });
    }
    for (const { name, metric, condition } of reactionConditions(watched)) this.alarm(name, metric, condition);
  }

  private alarm(id: string, metric: cloudwatch.IMetric, { alarmDescription, page, ...condition }: AlarmCondition) {
    const alarm = new cloudwatch.Alarm(this, id, {
      alarmDescription: `${alarmDescription} Runbook: lib/deploy/RUNBOOKS.md#${page}`,
      metric,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      // One failed request at night raises no alarm, and two do, also on a stage with a request every few minutes.
      datapointsToAlarm: 2,
      evaluationPeriods: 15,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
      ...condition,
    });
    alarm.addAlarmAction(...this.actions);
    alarm.addOkAction(...this.actions);
    return alarm;
  }
}
