import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { HandlerFunction } from '../handler';
import type { Settings } from '../settings';
import { sumOf, throttlesOfTable } from './sum';

export type AlarmsProps = {
  readonly httpApi: HttpApi;
  readonly handlers: readonly HandlerFunction[];
  readonly table: ITableV2;
  readonly settings: Pick<Settings, 'alarmEmail'>;
  readonly key?: IKey;
};

const everyMinute = { period: Duration.minutes(1) };

/** Alarms for faults that last for minutes and that clients notice: requests fail or are slow. */
export class Alarms extends Construct {
  private readonly serviceAlarms: readonly Alarm[];
  private readonly functionAlarms: ReadonlyMap<string, Alarm>;
  private readonly topic: ITopic;

  constructor(scope: Construct, id: string, { httpApi, handlers, table, settings, key }: AlarmsProps) {
    super(scope, id);
    this.topic = this.createTopic(settings.alarmEmail, key);

    const ratio = new MathExpression({
      // Without the minimum of 5, one failed request at night would raise the alarm.
      expression: 'IF(failed >= 5, 100 * failed / requests, 0)',
      usingMetrics: { failed: httpApi.metricServerError(everyMinute), requests: httpApi.metricCount(everyMinute) },
      ...everyMinute,
    });
    const failing = this.alarm('Failing', ratio, {
      threshold: 1,
      alarmDescription: 'More than 1 % of the requests get a 5xx response. The log has the requestId of each.',
    });
    const slow = this.alarm('Slow', httpApi.metricLatency({ ...everyMinute, statistic: 'p99' }), {
      threshold: 2000,
      alarmDescription: 'The slowest 1 % of the requests take more than 2 s.',
      // With few requests the p99 is just the slowest request, so the alarm then keeps its state.
      evaluateLowSampleCountPercentile: 'ignore',
    });
    const broken = handlers.map(({ node: { id: name }, function: target }): [string, Alarm] => {
      const usingMetrics = { errors: target.metricErrors(everyMinute), throttles: target.metricThrottles(everyMinute) };
      const alarm = this.alarm(`${name}Broken`, sumOf(usingMetrics, everyMinute), {
        threshold: 0,
        alarmDescription: `The function ${name} crashes, times out or is throttled. 5xx responses are not counted here.`,
      });
      return [name, alarm];
    });
    this.serviceAlarms = [failing, slow];
    this.functionAlarms = new Map(broken);

    this.alarm('TableThrottles', throttlesOfTable(table, everyMinute), {
      threshold: 10,
      alarmDescription: 'DynamoDB throttles the table: a partition gets too many requests, or maxUnits is reached.',
    });
  }

  /** Returns the alarms that roll back a deployment of this function. */
  rollbackAlarms(name: string): Alarm[] {
    return [...this.serviceAlarms, this.functionAlarms.get(name) ?? []].flat();
  }

  private alarm(
    id: string,
    metric: IMetric,
    props: Pick<AlarmProps, 'threshold' | 'alarmDescription' | 'evaluateLowSampleCountPercentile'>,
  ) {
    const alarm = new Alarm(this, id, {
      ...props,
      metric,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      // FILL counts the newest minute as 0 while its data is late. Two minutes of three still raise the alarm.
      datapointsToAlarm: 2,
      evaluationPeriods: 3,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
    return alarm;
  }

  private createTopic(email?: string, masterKey?: IKey) {
    const topic = new Topic(this, 'Topic', { enforceSSL: true, masterKey });
    // Lets the account's alarms publish, because the policy that `enforceSSL` adds replaces the default policy.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (email) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }
}
