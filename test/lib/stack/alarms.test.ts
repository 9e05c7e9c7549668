import { templateOf } from '../../support/stack';

const { entries, each, one } = templateOf({ alarmEmail: 'ops@example.com', profile: 'regulated' });
const [[topicId] = []] = entries('SNS::Topic');
const topic = { Ref: topicId };

type Metric = {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: { readonly Metric: { readonly MetricName: string } };
};

const alarms = Object.fromEntries(
  entries('CloudWatch::Alarm').map(([id, { Properties }]) => [id.replace(/^Alarms|[\dA-F]{8}$/g, ''), Properties]),
);
const namesIn = (metrics: readonly Metric[] = []) =>
  metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []);
const expressionIn = (metrics: readonly Metric[] = []) => metrics.find(({ Expression }) => Expression)?.Expression;
const idsIn = (metrics: readonly Metric[] = []) => metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? Id : []));

/** Functions of metric math. NaN is a missing value, because arithmetic with NaN gives NaN, too. */
const functions = {
  FILL: (value: number, filler: number) => (Number.isNaN(value) ? filler : value),
  IF: (condition: boolean, yes: number, no: number) => (condition ? yes : no),
};

/** Evaluates an alarm's expression for one minute. A metric that `values` does not name is missing. */
const evaluate = (metrics: readonly Metric[], values: Record<string, number> = {}): number => {
  const scope = { ...functions, ...Object.fromEntries(idsIn(metrics).map((id) => [id, values[id] ?? Number.NaN])) };
  return new Function(...Object.keys(scope), `return ${expressionIn(metrics)}`)(...Object.values(scope));
};

describe('an alarm', () => {
  test('is there for what clients feel, for each function, and for the table', () => {
    const functions = each('Lambda::Function').map(({ Properties }) =>
      Properties.Handler.replace('.handler', 'Broken'),
    );
    expect(functions).toHaveLength(16);
    expect(Object.keys(alarms).sort()).toEqual(
      ['Failing', 'Slow', 'TableThrottles', 'TableFails', ...functions].sort(),
    );
  });

  test.each(Object.entries(alarms))(
    '%s needs two of three minutes, tells the topic of both, and not of silence',
    (_, alarm) => {
      expect(alarm).toMatchObject({
        AlarmActions: [topic],
        OKActions: [topic],
        ComparisonOperator: 'GreaterThanThreshold',
        DatapointsToAlarm: 2,
        EvaluationPeriods: 3,
        TreatMissingData: 'notBreaching',
        AlarmDescription: expect.any(String),
      });
      expect(alarm).not.toHaveProperty('ActionsEnabled');
    },
  );

  test('rings at more than one failure in a hundred requests, and five a minute', () => {
    const { Threshold, Metrics } = alarms.Failing;
    expect([Threshold, expressionIn(Metrics), namesIn(Metrics)]).toEqual([
      1,
      'IF(failed >= 5, 100 * failed / requests, 0)',
      ['5xx', 'Count'],
    ]);
  });

  test('rings where one of a hundred takes two seconds, when there are enough of them', () => {
    expect(alarms.Slow).toMatchObject({
      Namespace: 'AWS/ApiGateway',
      MetricName: 'Latency',
      ExtendedStatistic: 'p99',
      Period: 60,
      Threshold: 2000,
      EvaluateLowSampleCountPercentile: 'ignore',
    });
  });

  test('rings at the first failure and throttle of its function', () => {
    for (const [id, { Properties }] of entries('Lambda::Function')) {
      const { Threshold, Metrics } = alarms[Properties.Handler.replace('.handler', 'Broken')];
      expect([Threshold, expressionIn(Metrics), namesIn(Metrics)]).toEqual([
        0,
        'FILL(errors, 0) + FILL(throttles, 0)',
        ['Errors', 'Throttles'],
      ]);
      expect(JSON.stringify(Metrics).match(/"Ref":"[^"]+"/g)).toEqual(Array(2).fill(`"Ref":"${id}"`));
    }
  });

  test.each([
    ['TableThrottles', 10, 'ThrottledRequests'],
    ['TableFails', 5, 'SystemErrors'],
  ])('%s rings for every operation that the functions use', (name, threshold, metric) => {
    const { Threshold, Metrics } = alarms[name];
    expect([Threshold, namesIn(Metrics)]).toEqual([threshold, Array(6).fill(metric)]);
    const used = JSON.stringify(Metrics).match(/(?<="Operation","Value":")\w+/g);
    expect(used?.sort()).toEqual(['DeleteItem', 'GetItem', 'PutItem', 'Query', 'TransactWriteItems', 'UpdateItem']);
  });
});

describe('an alarm on sparse metrics', () => {
  const sums = Object.entries(alarms).filter(([name]) => /Broken$|^Table/.test(name));

  test('is one of each function and two of the table', () => {
    expect(sums).toHaveLength(18);
  });

  test.each(sums)('%s rings when only one of its metrics has data', (_, { Metrics, Threshold }) => {
    expect(idsIn(Metrics).length).toBeGreaterThan(1);
    for (const id of idsIn(Metrics)) {
      expect(evaluate(Metrics, { [id]: Threshold })).toBe(Threshold);
      expect(evaluate(Metrics, { [id]: Threshold + 1 })).toBeGreaterThan(Threshold);
    }
  });

  test.each(sums)('%s adds up all its metrics', (_, { Metrics }) => {
    const ids = idsIn(Metrics);
    expect(evaluate(Metrics, Object.fromEntries(ids.map((id, index) => [id, 10 ** index])))).toBe(
      Number('1'.repeat(ids.length)),
    );
  });

  test.each([...sums, ['Failing', alarms.Failing] as const])(
    '%s is silent without data',
    (_, { Metrics, Threshold }) => {
      expect(evaluate(Metrics)).toBe(0);
      expect(Threshold).toBeGreaterThanOrEqual(0);
    },
  );

  test('Failing rings from five failures that are more than 1 % of the requests', () => {
    const { Metrics, Threshold } = alarms.Failing;
    const rings = (failed: number, requests: number) => evaluate(Metrics, { failed, requests }) > Threshold;
    expect([rings(4, 4), rings(5, 499), rings(5, 500), rings(6, 500)]).toEqual([false, true, false, true]);
  });
});

describe('the topic', () => {
  test('takes what alarms say over TLS, and nothing without', () => {
    const { Statement } = one('SNS::TopicPolicy').PolicyDocument;
    expect(Statement).toEqual([
      expect.objectContaining({
        Effect: 'Deny',
        Principal: '*',
        Action: 'sns:Publish',
        Resource: topic,
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
      {
        Sid: '1',
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: topic,
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
  });

  test('and the logs are readable to those who write them, by the key of the regulated profile', () => {
    const { Statement } = one('KMS::Key').KeyPolicy;
    expect(Statement.slice(1)).toEqual([
      {
        Effect: 'Allow',
        Principal: { Service: { 'Fn::Join': ['', ['logs.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]] } },
        Action: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
        Resource: '*',
        Condition: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': expect.anything() } },
      },
      {
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        Resource: '*',
      },
    ]);
  });
});

describe('the dashboard', () => {
  const body = JSON.stringify(one('CloudWatch::Dashboard').DashboardBody);
  const text = body.replaceAll('\\"', '"');

  test.each([
    'Requests',
    'Latency at the gateway, ms',
    'Latency in the functions, p50, ms',
    'Latency in the functions, p99, ms',
    'Errors (5xx)',
    'Cold starts',
    'Throttles',
    'Cost of gateway, functions and units, US dollars',
    'Read units',
    'Write units',
  ])('shows %s', (title) => {
    expect(text).toContain(`"title":"${title}"`);
  });

  test.each(['requests', 'ms', 'errors', 'coldStarts', 'readUnits', 'writeUnits'])(
    'reads %s of every route, as the log lines of this stage have it',
    (name) => {
      const routes = new Set(
        [...text.matchAll(new RegExp(`\\["UsersAndPosts-dev","${name}","route","([^"]+)"`, 'g'))].map(
          ([, route]) => route,
        ),
      );
      expect(routes.size).toBe(each('ApiGatewayV2::Route').length);
    },
  );

  test('has a price on every route', () => {
    expect(text.match(/requests\d+ \* 0\.000001200000 \+ ms\d+ \* 0\.000000006667/g)).toHaveLength(
      each('ApiGatewayV2::Route').length,
    );
  });
});
