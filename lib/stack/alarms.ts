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
import { acknowledge } from './acknowledged';
import type { Handler } from './handler';
import type { Settings } from './settings';
import { sumOf, sumOfTable } from './sum';

export type AlarmsProps = {
  readonly httpApi: HttpApi;
  readonly handlers: readonly Handler[];
  readonly table: ITableV2;
  readonly settings: Pick<Settings, 'alarmEmail'>;
  readonly key?: IKey;
};

const everyMinute = { period: Duration.minutes(1) };

/** Alarms that are worth waking someone: each says that clients are failed or made to wait, for minutes. */
export class Alarms extends Construct {
  private readonly ofService: readonly Alarm[];
  private readonly ofFunction: ReadonlyMap<string, Alarm>;
  private readonly topic: ITopic;

  constructor(scope: Construct, id: string, { httpApi, handlers, table, settings, key }: AlarmsProps) {
    super(scope, id);
    this.topic = this.createTopic(settings.alarmEmail, key);

    const ratio = new MathExpression({
      // One failure of one request at night wakes nobody.
      expression: 'IF(failed >= 5, 100 * failed / requests, 0)',
      usingMetrics: { failed: httpApi.metricServerError(everyMinute), requests: httpApi.metricCount(everyMinute) },
      ...everyMinute,
    });
    const failing = this.alarm('Failing', ratio, {
      threshold: 1,
      alarmDescription: 'More than 1 % of the requests are answered with a 5xx. The log has each by its requestId.',
    });
    const slow = this.alarm('Slow', httpApi.metricLatency({ ...everyMinute, statistic: 'p99' }), {
      threshold: 2000,
      alarmDescription: 'One of a hundred requests takes over 2 s.',
      // The slowest of ten requests says nothing of a hundred.
      evaluateLowSampleCountPercentile: 'ignore',
    });
    const broken = handlers.map(({ node: { id: name }, function: target }): [string, Alarm] => {
      const usingMetrics = { errors: target.metricErrors(everyMinute), throttles: target.metricThrottles(everyMinute) };
      const alarm = this.alarm(`${name}Broken`, sumOf(usingMetrics, everyMinute), {
        threshold: 0,
        alarmDescription: `The function ${name} crashes, times out or is throttled: no answer of its own counts here.`,
      });
      return [name, alarm];
    });
    this.ofService = [failing, slow];
    this.ofFunction = new Map(broken);

    this.alarm('TableThrottles', sumOfTable(table, 'ThrottledRequests', everyMinute), {
      threshold: 10,
      alarmDescription: 'The table refuses requests: a partition is hot, or the setting maxUnits is reached.',
    });
    this.alarm('TableFails', sumOfTable(table, 'SystemErrors', everyMinute), {
      threshold: 5,
      alarmDescription: 'DynamoDB itself fails.',
    });
  }

  /** What says that new code of this function is no good. */
  against(name: string): Alarm[] {
    return [...this.ofService, this.ofFunction.get(name) ?? []].flat();
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
      // FILL gives 0 for the newest minute while its data is late. Two of three minutes ring all the same.
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
    // A topic that has a policy of its own has lost the one that lets the account's alarms in.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (email) topic.addSubscription(new EmailSubscription(email));
    acknowledge(topic, 'noQueue');
    return topic;
  }
}
