import { name } from '../../../package.json';
import { certificate } from '../../support/stack';
import { account, useGuard } from './guard';
import { region } from './templates';

describe('the guard', () => {
  const { sts, cloudFormation, lambda, fetched, runGuard, remembered, deployed, concurrency } = useGuard();

  test('adds an error to a stack that leaves the deployed table, unless it confirms the table', async () => {
    // Status after a canary that has failed.
    deployed('UPDATE_ROLLBACK_COMPLETE', 'Old');
    expect(await runGuard()).toEqual([
      'This deployment leaves the data of the stage in the table Old, and begins with an empty table; keep the setting "table", and the logical id and keys of the table, or confirm with -c confirm=table.',
    ]);
    expect(await runGuard({ confirm: 'table' })).toEqual([]);
  });

  const missing = Object.assign(new Error('Stack with id x does not exist'), { name: 'ValidationError' });
  const never = ['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'REVIEW_IN_PROGRESS', undefined] as const;
  test.each(never)('accepts a stack that was never deployed, with the status %s', async (status) => {
    if (status) deployed(status);
    else cloudFormation.onAnyCommand().rejects(missing);
    expect(await runGuard({ region, account })).toEqual([]);
    const first = `The stage prod is new, and begins with an empty table in us-east-1 of account ${account}. [ack: ${name}:first-deployment]`;
    expect(await runGuard({ stage: 'prod', alarmEmail: 'ops@example.com' })).toEqual([first]);
  });

  test.each(['theirs', undefined])('refuses the stack of the service %s, whatever it confirms', async (Service) => {
    deployed('UPDATE_COMPLETE', 'Old', { Service });
    expect(await runGuard({ confirm: 'table' })).toEqual([
      `The stage is that of the service "${Service ?? 'unknown'}", and this is "${name}"; take another stage or account.`,
    ]);
  });

  test('remembers the fields and shards of all earlier deployments in the template', async () => {
    const past = { Past: { comments: { old: 1 } }, PastPlan: { USER: [] } };
    deployed('UPDATE_COMPLETE', 'Table', { ...past, Models: { comments: { body: 2 } }, Plan: { POST: [] } });
    expect(await runGuard({ confirm: 'models' })).toEqual([]);
    expect(remembered()).toMatchObject({ Past: { comments: { old: 1, body: 2 } }, PastPlan: { USER: [], POST: [] } });
  });

  test('adds an error to a first deployment with a table, unless it confirms the table or has no account', async () => {
    cloudFormation.onAnyCommand().rejects(missing);
    const table = 'restored';
    expect(await runGuard({ table })).toEqual([expect.stringContaining('opens the table restored')]);
    expect([await runGuard({ table, confirm: 'table' }), await runGuard({ table }, {})]).toEqual([[], []]);
  });

  const domain = `api.example.com,${certificate}`;
  test('asks AWS nothing without an account, as on a machine without credentials', async () => {
    expect(await runGuard({ domain, region }, {})).toEqual([]);
    expect(await runGuard({ region: 'eu-west-1' }, {})).toEqual([expect.stringContaining('AWS_REGION to eu-west-1')]);
    expect(await runGuard({ issuer: 'http://127.0.0.1:8080/realms/a' }, {})).toEqual([]);
    expect([sts, cloudFormation, lambda].flatMap((client) => client.calls())).toEqual([]);
    expect(fetched).not.toHaveBeenCalled();
  });

  const elsewhere = `Another dev would begin in us-east-1 of account ${account}; set AWS_REGION and AWS_PROFILE for`;
  test.each<[_: string, prepare: () => unknown, error: string, context?: Record<string, unknown>, target?: object]>([
    [
      'of another account',
      () => sts.onAnyCommand().resolves({ Account: '999' }),
      `The CDK CLI deploys to account ${account}, but the app has credentials of account 999. Set AWS_PROFILE instead of --profile.`,
    ],
    ['for another region', () => {}, `${elsewhere} eu-west-1 of account ${account}.`, { region: 'eu-west-1' }],
    ['for another account', () => {}, `${elsewhere} us-east-1 of account 999999999999.`, { account: '999999999999' }],
    ['for no region', () => {}, 'AWS has no region "x"; set AWS_REGION to one such as eu-west-1.', {}, { region: 'x' }],
  ])('refuses credentials %s', async (_, prepare, error, ...place) => {
    prepare();
    expect(await runGuard(...place)).toEqual([error]);
  });

  const topic = 'arn:aws:sns:eu-west-1:999999999999:on-call';
  const moves = `The address of API Gateway ends; point the DNS of "domain" to the output DomainTarget. [ack: ${name}:first-domain]`;
  const own = domain.replace('eu-central-1', region);
  test.each([
    ['domain', domain, `:${region}:${account}:`],
    ['domain', own.replace(account, '999999999999'), `:${region}:${account}:`],
    ['domain', own, ''],
    ['alarmTopic', topic, `:${region}:`],
    ['alarmTopic', topic.replace('eu-west-1', region), ''],
  ])('refuses the setting %s=%s for what its ARN lacks: "%s"', async (setting, value, lack) => {
    const sentence = `The setting "${setting}" has the ARN ${value.slice(value.indexOf('arn:'))}; allowed: one with ${lack} in it.`;
    expect((await runGuard({ [setting]: value })).filter((text) => text !== moves)).toEqual(lack ? [sentence] : []);
  });

  const noBudget =
    'The setting "budget" is 9, and CloudFormation makes no budget in eu-north-1; leave it out, and make a budget for the tag stage=pr-12 by hand, or by a stage pr-12 of another region.';
  test.each([{ account }, {}])(
    'refuses a budget in a region without budgets, and does not advise one, with %j',
    async (place) => {
      const preview = { stage: 'pr-12', throttle: '9,10', alarmEmail: 'ops@example.com' };
      const target = { ...place, region: 'eu-north-1' };
      expect(await runGuard({ ...preview, budget: 9 }, target)).toEqual([noBudget]);
      expect(await runGuard(preview, target)).toEqual([]);
    },
  );

  const open = `This stage has no authentication: everybody who knows its address can read, change and delete all data. To require a token, set "issuer" and "audience". [ack: ${name}:open-to-all]`;
  const silent = `The alarms of this protected stage reach nobody; set "alarmEmail" or "alarmTopic". [ack: ${name}:no-alarm-address]`;
  const costly = `Nobody hears what this preview costs; set "budget" and "alarmEmail" for "pr" in "stages". [ack: ${name}:no-budget]`;
  const closed = `Every request to this stage fails, because its setting "closed" is true. [ack: ${name}:closed]`;
  const unowned = `What callers of https://old.example own has no owner any more: only admins may change it. [ack: ${name}:other-owners]`;
  const low = `Lambda runs at most 10 requests at once in account 123456789012, and the API lets 500 through. Lower the burst of "throttle", or raise the quota "Concurrent executions" with: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000 --region us-east-1 [ack: ${name}:low-concurrency]`;
  test.each([
    [{ issuer: undefined, audience: undefined, confirm: 'issuer' }, 500, [open]],
    [{ stage: 'prod' }, 500, [silent]],
    [{ stage: 'prod', alarmEmail: 'ops@example.com' }, 500, []],
    [{ stage: 'pr-12', throttle: '9,500' }, 10, [costly, low]],
    [{ ownership: true }, 500, [unowned]],
    [{ closed: true }, 500, [closed]],
    [{ domain: own }, 500, [moves]],
    [{ stage: 'pr-12', throttle: '9,10', budget: 9, alarmEmail: 'ops@example.com' }, 10, []],
    [{ throttle: '9,500' }, 'unreadable', []],
  ])('warns of a stage with %j, where %s requests may run at once: %j', async (context, limit, warnings) => {
    if (typeof limit === 'number') concurrency(limit);
    else lambda.onAnyCommand().rejects(new Error('Access denied'));
    expect(await runGuard(context)).toEqual(warnings);
  });
});
