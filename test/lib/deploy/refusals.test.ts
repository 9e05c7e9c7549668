import { refusalsOf } from '../../../lib/deploy/guard';
import type { Settings } from '../../../lib/stack/settings';
import { certificate, issuer, templateOf } from '../../support/stack';

const region = 'us-east-1';
const authentication = { issuer, audience: 'a' };
const domain = { name: 'api.example.com', certificate };

const refusals = (
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  confirm?: Settings['confirm'],
): string[] => refusalsOf(templateOf(before), templateOf(after), { region, confirm });

describe.each([
  ['issuer', authentication, {}, issuer],
  ['ownership', { ...authentication, ownership: true }, authentication, true],
  ['domain', { domain }, {}, domain],
  ['table', { table: 'restored' }, {}, 'restored'],
] as const)('a deployment that drops the setting %s', (name, before, after, value) => {
  test('is refused with the value and a way to confirm', () => {
    expect(refusals(before, after)).toEqual([
      `The deployed stage has the setting "${name}", ${JSON.stringify(value)}, and this deployment drops it; repeat the setting, or confirm with -c confirm=${name}.`,
    ]);
  });

  test('passes when it confirms this setting, and only then', () => {
    expect(refusals(before, after, [name])).toEqual([]);
    expect(refusals(before, after, name === 'issuer' ? ['table'] : ['issuer'])).toHaveLength(1);
  });
});

test('a deployment that drops two settings confirms both', () => {
  const before = { ...authentication, ownership: true };
  expect(refusals(before, {})).toHaveLength(2);
  expect(refusals(before, {}, ['issuer', 'ownership'])).toEqual([]);
});

describe('a deployment that replaces the table by one with another id', () => {
  const deployed = templateOf();
  const [[id = '', table] = []] = deployed.entries('DynamoDB::GlobalTable');
  const { [id]: _, ...others } = deployed.Resources;
  const next = { ...deployed, Resources: { ...others, Data: table } } as typeof deployed;

  test('is refused, unless it confirms the table', () => {
    expect(refusalsOf(deployed, next, { region })).toEqual([
      `The empty table Data replaces the table ${id}; keep the logical id, or confirm with -c confirm=table.`,
    ]);
    expect(refusalsOf(deployed, next, { region, confirm: ['table'] })).toEqual([]);
  });
});

describe('a deployment that changes two of a kind in the table is refused', () => {
  const advice = 'deploy one change at a time, because AWS allows no more.';

  test.each([
    ['adds two regions', {}, { replicas: 'eu-west-1,eu-west-2' }, 'eu-west-1, eu-west-2'],
    ['moves a copy', { replicas: 'eu-west-1' }, { replicas: 'eu-west-2' }, 'eu-west-2, eu-west-1'],
  ])('when it %s', (__, before, after, changed) => {
    expect(refusals(before, after, ['table'])).toEqual([`The table changes the regions ${changed}; ${advice}`]);
  });

  test('when it adds two indexes', () => {
    const tableWith = (...names: string[]) => {
      const Properties = { GlobalSecondaryIndexes: names.map((IndexName) => ({ IndexName })) };
      return { Resources: { Table: { Type: 'AWS::DynamoDB::GlobalTable', Properties } } };
    };
    expect(refusalsOf(tableWith('byUser'), tableWith('byUser', 'byTag', 'byDay'), { region })).toEqual([
      `The table changes the indexes byTag, byDay; ${advice}`,
    ]);
    expect(refusalsOf(tableWith('byUser'), tableWith('byDay', 'byUser'), { region })).toEqual([]);
  });
});

test.each([
  ['nothing', {}, {}],
  ['one region', {}, { replicas: 'eu-west-1' }],
  ['the issuer to another one', authentication, { ...authentication, issuer: 'https://other.example/' }],
  ['the table to a restored one', {}, { table: 'restored' }],
])('a deployment that changes %s is not refused', (_, before, after) => {
  expect(refusals(before, after)).toEqual([]);
});

describe('a deployed generation that the plan drops', () => {
  const generation = { from: '2026-01-01T00:00Z', shards: 4 };
  const next = (stage: string) => templateOf({ stage });
  const deployed = { Metadata: { Settings: {}, Plan: { POST: [generation] } } };
  const every = ['issuer', 'ownership', 'domain', 'table'] as const;

  test('is refused, and nothing confirms it', () => {
    expect(refusalsOf(deployed, next('prod'), { region, confirm: [...every] })).toEqual([
      `The plan changes or drops the generation "${generation.from}" of POST; keep it, because it has items.`,
    ]);
  });

  test('is not refused for a preview, whose data is thrown away', () => {
    expect(refusalsOf(deployed, next('pr-12'), { region })).toEqual([]);
  });
});
