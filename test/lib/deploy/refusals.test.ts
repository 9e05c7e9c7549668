import { App } from 'aws-cdk-lib';
import type { Route } from '../../../functions/kit/http/route';
import * as routes from '../../../functions/routes';
import { ownershipEffects, refusalsOf } from '../../../lib/deploy/refusals';
import { confirmable, namesInStages, readSettings } from '../../../lib/stack/context';
import { protective } from '../../../lib/stack/settings';
import { certificate, issuer, templateOf } from '../../support/stack';

const region = 'us-east-1';
const topic = 'arn:aws:sns:us-east-1:123456789012:on-call';
const table = 'AWS::DynamoDB::GlobalTable';

describe('a deployment', () => {
  const tokens = { issuer, audience: 'a' };
  const owned = { ...tokens, ownership: true, scopePrefix: 'a/' };
  const tableWith = (regions: string[], indexes: string[] = [], KeySchema?: object[]) => {
    const Replicas = regions.map((Region) => ({ Region }));
    const GlobalSecondaryIndexes = indexes.map((IndexName) => ({ IndexName }));
    const Properties = { Replicas, GlobalSecondaryIndexes, KeySchema };
    return { Metadata: { Settings: {} }, Resources: { Table: { Type: table, Properties } } };
  };
  /** Returns a template as the stack makes one of these settings. */
  const templateWith = (context: Record<string, unknown>) => {
    const settings = readSettings(new App({ context }).node);
    return { ...(settings.table ? {} : tableWith([region])), Metadata: { Settings: settings } };
  };
  const refusals = (before: Record<string, unknown>, given: Record<string, unknown>, confirm: string[] = []) =>
    refusalsOf(templateWith(before), templateWith(given), { region, given, confirm });

  test.each([
    [tokens, {}, `issuer="${issuer}", audience=["a"]`],
    [{ ...tokens, ownership: true }, tokens, 'ownership=true'],
    [{ ...tokens, ownership: true }, { ...tokens, ownership: false }, 'ownership=true'],
    [{ ...tokens, protectReads: true }, { ...tokens, protectReads: 'false' }, 'protectReads=true'],
    [{ alarmEmail: 'ops@example.com' }, {}, 'alarmEmail="ops@example.com"'],
    [{ alarmTopic: topic }, {}, `alarmTopic="${topic}"`],
    [{ tracing: true, logDays: 90, cacheSeconds: 60 }, { tracing: false }, 'cacheSeconds=60, logDays=90'],
    [{ replicas: 'eu-west-1' }, {}, 'replicas=["eu-west-1"]'],
    [owned, { ...owned, issuer: 'https://b.example' }, `issuer="${issuer}"`],
    [owned, { ...owned, scopePrefix: 'b/' }, 'scopePrefix="a/"'],
  ])('over %j with only %j is refused, unless it confirms each loss', (before, given, lost) => {
    const names = [...lost.matchAll(/(\w+)=/g)].map(([, name = '']) => name);
    const others = namesInStages.filter((name) => !names.includes(name));
    const refused = (confirmed: string[]) => {
      const advice = `repeat it, or confirm with -c confirm=${[...confirmed, ...names].join(',')}.`;
      return lost.split(', ').map((each, i) => {
        const effect = (before === owned ? ownershipEffects : protective)[names[i] ?? ''];
        const begin = effect ? `After this deployment ${effect}, because it` : 'This deployment';
        return `${begin} drops the setting ${each} of the stage; ${advice}`;
      });
    };
    expect(refusals(before, given)).toEqual(refused([]));
    expect(refusals(before, given, others)).toEqual(refused(others));
    expect(refusals(before, given, names)).toEqual([]);
  });

  const named = (name: string) => ({ domain: { name, certificate } });
  test.each([
    ['a.io', named('a.io'), {}],
    ['a.io', named('a.io'), named('b.io')],
  ])('that ends the address %s is refused, unless it confirms the domain: from %j to %j', (address, before, given) => {
    const sentence = `This deployment ends the address ${address} of the stage; keep the setting "domain", or confirm with -c confirm=domain.`;
    expect(refusals(before, given)).toEqual([sentence]);
    expect(refusals(before, given, ['domain'])).toEqual([]);
  });

  const ids = [{ AttributeName: 'id', KeyType: 'HASH' }];
  const otherKeys = tableWith([region, 'eu-west-1', 'eu-west-2'], [], ids);
  test.each([
    ['a restored table', 'Table', templateWith({}), templateWith({ table: 'restored' }), 'the table restored'],
    ['an empty table', 'restored', templateWith({ table: 'restored' }), templateWith({}), 'an empty table'],
    ['another restored table', 'one', templateWith({ table: 'one' }), templateWith({ table: 'two' }), 'the table two'],
    ['other keys', 'Table', tableWith([region]), otherKeys, 'an empty table'],
  ])('that takes %s is refused, unless it confirms the table', (_, name, before, after, next) => {
    const [refused, others, confirmed] = [[], ['issuer'], ['table']].map((confirm) =>
      refusalsOf(before, after, { region, confirm }),
    );
    const sentence = (names: string) =>
      `This deployment leaves the data of the stage in the table ${name}, and begins with ${next}; keep the setting "table", and the logical id and keys of the table, or confirm with -c confirm=${names}.`;
    expect([refused, others, confirmed]).toEqual([[sentence('table')], [sentence('issuer,table')], []]);
  });

  const ofData = Object.values<Route>(routes).filter(({ actions }) => actions);
  test.each([
    [{}, ofData.length],
    [tokens, ofData.filter(({ access }) => access === 'public').length],
    [{ ...tokens, protectReads: true }, 0],
  ])('with %j that begins to use a table says that %d routes are open, unless it confirms the table', (all, open) => {
    const sentence = `This deployment opens the table restored, which the stage did not make, and ${open} routes over its data are open to everybody; set "issuer" as the stage of the table does, or confirm with -c confirm=table.`;
    const [had, next] = [all, { ...all, table: 'restored' }].map((Settings) => ({ Metadata: { Settings } }));
    const over = (deployed = {}, confirm: string[] = []) =>
      refusalsOf(deployed, next ?? {}, { region, given: all, confirm });
    expect([over(had), over(next), over(had, ['table'])]).toEqual([[sentence], [], []]);
  });

  test('of another service is refused, whatever it confirms, but not over a template without a service', () => {
    const sentence = 'The stage is that of the service "theirs", and this is "ours"; take another stage or account.';
    const over = (Service?: string) =>
      refusalsOf({ Metadata: { Service } }, { Metadata: { Service: 'ours' } }, { region, confirm: confirmable });
    expect([over('theirs'), over('ours'), over()]).toEqual([[sentence], [], []]);
  });

  const grown = { Metadata: { Plan: { USER: [{ from: '2999-01-01T00:00Z', shards: 4 }] } } };
  const one = 'one change at a time, because AWS allows no more';
  const alone = 'the plan alone, because the functions get it only when the table is ready';
  test.each([
    ['regions eu-west-1, eu-west-2', one, tableWith([region]), tableWith([region, 'eu-west-1', 'eu-west-2'])],
    ['regions eu-west-2, eu-west-1', one, tableWith([region, 'eu-west-1']), tableWith([region, 'eu-west-2'])],
    ['indexes byTag, byDay', one, tableWith([], ['byUser']), tableWith([], ['byUser', 'byTag', 'byDay'])],
    ['regions eu-west-1 and the plan', alone, tableWith([region]), { ...tableWith([region, 'eu-west-1']), ...grown }],
  ])('that changes the %s is refused, whatever it confirms', (changed, deploy, before, after) => {
    expect(refusalsOf(before, after, { region, confirm: [...namesInStages] })).toEqual([
      `The table changes the ${changed}; deploy ${deploy}.`,
    ]);
  });

  test.each([
    ['the first region', templateOf(), templateOf({ replicas: 'eu-west-1' })],
    [
      'one index, for a new resource',
      { ...tableWith([], ['byUser', 'byTag']), Metadata: { Settings: {}, Plan: {} } },
      { ...tableWith([], ['byTag', 'byUser', 'byDay']), Metadata: { Plan: { USER: [] } } },
    ],
  ])('that changes %s is not refused', (_, before, after) => {
    expect(refusalsOf(before, after, { region })).toEqual([]);
  });

  test.each([
    [tokens, { ...tokens, issuer: 'https://other.example/' }],
    [named('a.io'), { domain: `a.io,${certificate}-2` }],
    [
      { tracing: true, logDays: 90, cacheSeconds: 60 },
      { tracing: 'false', logDays: 30, cacheSeconds: 0 },
    ],
    [{ tracing: false, throttle: '1000,500', origins: '*' }, {}],
  ])('over %j with %j is not refused, because each value is given or the default', (before, given) => {
    expect(refusals(before, given)).toEqual([]);
  });

  test.each([
    ['prod', [expect.stringContaining('and this code does not')]],
    ['pr-12', []],
  ])('of %s whose plan and keys lose items is refused, whatever it confirms, but for a preview', (stage, expected) => {
    const Plan = { USER: [{ from: '2026-01-01T00:00Z', shards: 4 }] };
    const before = { ...tableWith([region]), Metadata: { Plan } };
    const after = { ...tableWith([region], [], ids), Metadata: { Settings: { stage }, Plan: { USER: [] } } };
    const confirm = stage === 'prod' ? confirmable : [];
    expect(refusalsOf(before, after, { region, confirm })).toEqual(expected);
  });
});
