import { firstVersions } from '../../../../functions/kit/resources';
import { describeFor } from '../../../support/declared';
import { readText } from '../../../support/sources';
import { none, stackWith } from '../own-stack';

const prod = { stage: 'prod' };

describeFor({ what: 'a resource', found: firstVersions[0] }, 'the alarms on reactions', (changesOf) => {
  const more = { slow: { changesOf, windowSeconds: 300 } };
  const { Resources } = stackWith(none, { job: { changesOf }, more, settings: { ...prod, canary: true } }).template;
  const all = Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm');
  const alarms = all.filter(([id]) => /Behind|FailedChanges/.test(id));

  test('watch how far each function is behind, and whether a change has failed for too long', () => {
    const condition = ({ Namespace, MetricName, Statistic, Dimensions, Threshold }: Record<string, unknown>) => [
      `${Namespace} ${MetricName} ${Statistic} > ${Threshold}`,
      Dimensions,
    ];
    const functionOf = (id: string) => [{ Name: 'FunctionName', Value: { Ref: expect.stringContaining(id) } }];
    const QueueName = { 'Fn::GetAtt': [expect.stringMatching(/^JobsFailedQueue/), 'QueueName'] };
    expect(alarms.map(([id, { Properties }]) => [id.slice(6, -8), ...condition(Properties)])).toEqual([
      ['Behindwork', 'AWS/Lambda IteratorAge Maximum > 300000', functionOf('Jobswork')],
      ['Behindslow', 'AWS/Lambda IteratorAge Maximum > 360000', functionOf('Jobsslow')],
      [
        'FailedChanges',
        'AWS/SQS ApproximateNumberOfMessagesVisible Maximum > 0',
        [{ Name: 'QueueName', Value: QueueName }],
      ],
    ]);
  });

  test('tell as all alarms do, and that on failed changes stays on while SQS sends no metric', () => {
    const receivers = [{ Ref: expect.stringMatching(/^AlarmsTopic/) }];
    for (const [id, { Properties }] of alarms)
      expect(Properties).toMatchObject({
        AlarmActions: receivers,
        OKActions: receivers,
        ComparisonOperator: 'GreaterThanThreshold',
        DatapointsToAlarm: 2,
        EvaluationPeriods: 15,
        Period: 60,
        TreatMissingData: id.includes('FailedChanges') ? 'ignore' : 'notBreaching',
      });
  });

  test('roll no deployment back', () => {
    const groups = Object.values(Resources).filter(({ Type }) => Type === 'AWS::CodeDeploy::DeploymentGroup');
    expect(groups.length).toBeGreaterThan(0);
    const named = JSON.stringify(groups.map(({ Properties }) => Properties.AlarmConfiguration));
    expect(alarms.filter(([id]) => named.includes(id))).toEqual([]);
  });

  test('have a page in the runbooks and a row in the README, with the first sentence of each', () => {
    const [, table = ''] = readText('lib/stack/README.md').split('## Alarms\n');
    const runbooks = readText('lib/deploy/RUNBOOKS.md');
    for (const [id, { Properties }] of alarms) {
      const text = String(Properties.AlarmDescription);
      const name = /Behind|FailedChanges/.exec(id)?.[0] ?? '';
      const [sentence = ''] = text
        .replace(/reaction \w+/, 'reaction *name*')
        .replace(/\d+ minutes/, '5 minutes')
        .split('. ', 1);
      expect(table).toMatch(`| ${name === 'Behind' ? 'Behind*name*' : name} | ${sentence} |`);
      const [, page = ''] = text.split('RUNBOOKS.md');
      expect(runbooks.split('\n').find((row) => row.endsWith(`](${page}) |`))).toContain(`\`${name}\``);
    }
  });
});
