import { buildResponse } from '../../../../functions/http/response';
import { scopesOf } from '../../../../functions/http/route';
import { respond } from '../../../../functions/lambda/respond';
import * as routes from '../../../../functions/routes';
import { budget } from '../../../../lib/cost/budget';
import { indexNames } from '../../../../lib/stack/table';
import { eventOf, invoke } from '../../../support/event';
import { everySetting, templateOf } from '../../../support/stack';
import { mockTable } from '../../../support/table';
import { evaluatorOf } from './evaluator';

const plain = templateOf();
const full = templateOf(everySetting);
const { alarms, sources, ringing } = evaluatorOf(full);
const canary = templateOf({ stage: 'prod', canary: true });
const table = mockTable();

const names = Object.keys(routes);
const [topic] = full.entries('SNS::Topic').map(([Ref]) => ({ Ref }));

test('the alarms read metrics of which AWS charges only those of the logs, in hours with failures', () => {
  const requests = 'AWS/ApiGateway Count Api SampleCount';
  const throttles = (of: string) => ['Read', 'Write'].map((kind) => `AWS/DynamoDB ${kind}ThrottleEvents ${of} Sum`);
  expect(sources).toEqual([
    ['Failing', 'AWS/ApiGateway 5xx Api Sum', requests],
    ['Slow', 'AWS/ApiGateway Latency Api p99', requests],
    ...names.map((name) => [`${name}Broken`, `UsersAndPosts-prod ${name} Sum`]),
    ['Refused', 'AWS/ApiGateway 4xx Api Sum', requests],
    ['NearThrottle', requests],
    ['Concurrency', 'AWS/Lambda Throttles Sum'],
    ['TableThrottles', ...throttles('Table')],
    ...indexNames.map((name) => [`${name}Throttles`, ...throttles(`${name} Table`)]),
    ['Laggingeuwest1', 'AWS/DynamoDB ReplicationLatency eu-west-1 Table Average'],
  ]);
});

test('each alarm tells its start and its end to both topics, and a minute without data raises none', () => {
  const receivers = [topic, everySetting.alarmTopic];
  for (const alarm of Object.values(alarms)) {
    expect(alarm).toMatchObject({
      AlarmActions: receivers,
      OKActions: receivers,
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: 'notBreaching',
      AlarmDescription: expect.any(String),
    });
    expect(alarm).not.toHaveProperty('ActionsEnabled');
  }
});

/** Share of the usual requests that need a token, in percent. */
const guarded = Object.entries(routes)
  .filter(([, route]) => scopesOf(route, {}).length > 0)
  .reduce((sum, [name]) => sum + budget[name as keyof typeof routes].share, 0);

const gateway = (counts: object) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`AWS/ApiGateway ${name} Api`, count]));

test.each<[string, Record<string, number>, string[]]>([
  ['five of 499 requests fail', gateway({ '5xx': 5, Count: 499 }), ['Failing']],
  ['five of 500 requests fail', gateway({ '5xx': 5, Count: 500 }), []],
  ['four of four requests fail', gateway({ '5xx': 4, Count: 4 }), []],
  ['the audience is wrong', gateway({ '4xx': guarded, Count: 100 }), ['Refused']],
  ['a quarter of the requests have an unknown id', gateway({ '4xx': 25, Count: 100 }), []],
  ['one of a hundred requests takes over 2 s', gateway({ Latency: 2001, Count: 100 }), ['Slow']],
  ['one of 99 requests takes over 2 s', gateway({ Latency: 2001, Count: 99 }), []],
  ['80 % of the throttle are used', gateway({ Count: 0.8 * 60 * 70 }), []],
  ['more than 80 % of the throttle are used', gateway({ Count: 0.8 * 60 * 70 + 1 }), ['NearThrottle']],
  ['Lambda throttles one function of the account', { 'AWS/Lambda Throttles': 1 }, ['Concurrency']],
  ['ten items of a batch are throttled', { 'AWS/DynamoDB ReadThrottleEvents Table': 10 }, []],
  ['eleven items of a batch are throttled', { 'AWS/DynamoDB ReadThrottleEvents Table': 11 }, ['TableThrottles']],
  ['an index is throttled', { 'AWS/DynamoDB WriteThrottleEvents byUser Table': 11 }, ['byUserThrottles']],
  ['a copy is behind', { 'AWS/DynamoDB ReplicationLatency eu-west-1 Table': 60_001 }, ['Laggingeuwest1']],
])('when %s, %j, in two minutes of three, the alarms ring: %j', (_, minute, expected) => {
  expect(ringing([minute, {}, minute])).toEqual(expected);
  expect(ringing([minute, {}, {}])).toEqual([]);
});

describe('a deployment in which one route fails wholly, on a tenth of its requests,', () => {
  const { ringing, countLines } = evaluatorOf(canary);

  /** Line of Lambda about an invocation, as in the schema of its Telemetry API. */
  const report = (type: string, status: string) => ({ type: `platform.${type}`, record: { requestId: '1', status } });

  const answer = (respondTo: Parameters<typeof respond>[0]) => invoke(respond(respondTo), eventOf('GET /posts'));

  test.each(names)('rings only the alarm of %s, and rolls back its function', async (name) => {
    await answer(() => Promise.reject(new TypeError('A bug')));
    for (const status of [200, 404, 503]) await answer(async () => buildResponse(status, {}));
    const [bug, ...answered] = table.logged();
    const others = [...answered, report('report', 'success')];
    const failures = [bug, report('report', 'timeout'), report('runtimeDone', 'error'), report('report', 'failure')];
    for (const failure of failures)
      for (const perMinute of [1, 10, 100]) {
        const requests = gateway({ '5xx': perMinute, Count: 10 * perMinute * names.length });
        const lines = countLines((route) => (route === name ? [...others, failure] : others), perMinute);
        expect(ringing([{}, { ...requests, ...lines }, { ...requests, ...lines }])).toEqual([`${name}Broken`]);
      }
    const [group] = canary.entries('CodeDeploy::DeploymentGroup').filter(([id]) => id.startsWith(`Canary${name}`));
    expect(JSON.stringify(group?.[1].Properties.AlarmConfiguration)).toContain(`{"Ref":"Alarms${name}Broken`);
  });
});

test('the topic takes messages of the alarms over TLS, and mails them to alarmEmail', () => {
  const publish = { Action: 'sns:Publish', Resource: topic };
  const isOpen = { Bool: { 'aws:SecureTransport': 'false' } };
  const isOwn = { StringEquals: { 'aws:SourceAccount': '000000000000' } };
  expect(full.one('SNS::TopicPolicy').PolicyDocument.Statement).toMatchObject([
    { Effect: 'Deny', Principal: '*', ...publish, Condition: isOpen },
    { Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' }, ...publish, Condition: isOwn },
  ]);
  expect(full.one('SNS::Subscription')).toEqual({ Endpoint: 'ops@example.com', Protocol: 'email', TopicArn: topic });
  expect(canary.each('SNS::Subscription')).toEqual([]);
});

test('the setting budget tells the receivers of the alarms when the stage costs nearly as much', () => {
  const notify = (NotificationType: string, Threshold: number) => ({
    Notification: { NotificationType, Threshold, ComparisonOperator: 'GREATER_THAN', ThresholdType: 'PERCENTAGE' },
    Subscribers: [
      { SubscriptionType: 'EMAIL', Address: everySetting.alarmEmail },
      { SubscriptionType: 'SNS', Address: everySetting.alarmTopic },
    ],
  });
  expect(full.one('Budgets::Budget')).toMatchObject({
    Budget: {
      ...{ BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 50, Unit: 'USD' } },
      CostFilters: { TagKeyValue: ['user:stage$prod'] },
    },
    NotificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
  });
});

test('dev and previews have no alarm, no metric of their own and no dashboard', () => {
  const types = /::(Alarm|MetricFilter|Dashboard|Topic|Budget)$/;
  const preview = templateOf({ stage: 'pr-12', encryption: 'customer' });
  for (const { Resources } of [plain, preview])
    expect(Object.values(Resources).filter(({ Type }) => types.test(Type))).toEqual([]);
});
