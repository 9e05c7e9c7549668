import { App } from 'aws-cdk-lib';
import { ownershipEffects } from '../../../../lib/deploy/facts/settings';
import { refusalsOf } from '../../../../lib/deploy/refusals';
import { namesInStages, readSettings } from '../../../../lib/stack/context';
import { protective } from '../../../../lib/stack/settings';
import { certificate, issuer } from '../../../support/stack';
import { region, templateWith } from '../templates';

type Given = Record<string, unknown>;
const templateOfSettings = (context: Given) => templateWith({ Settings: readSettings(new App({ context }).node) }, {});
const refusedOver = (before: Given, given: Given, confirm: string[] = []) =>
  refusalsOf(templateOfSettings(before), templateOfSettings(given), { region, given, confirm });

const topic = 'arn:aws:sns:us-east-1:123456789012:on-call';
const tokens = { issuer, audience: 'a' };
const owned = { ...tokens, ownership: true, scopePrefix: 'a/', ownerClaim: 'tid' };

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
  [owned, { ...owned, ownerClaim: 'org_id' }, 'ownerClaim="tid"'],
  [owned, { ...tokens, ownership: true, scopePrefix: 'a/' }, 'ownerClaim="tid"'],
])('a deployment over %j with only %j is refused, unless it confirms each loss', (before, given, lost) => {
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
  expect(refusedOver(before, given)).toEqual(refused([]));
  expect(refusedOver(before, given, others)).toEqual(refused(others));
  expect(refusedOver(before, given, names)).toEqual([]);
});

test.each([
  ['ownerClaim="tid"', 'nobody owns what is stored', { ownerClaim: 'tid' }],
  ['scopePrefix="a/"', 'no scope of today makes an admin', { scopePrefix: 'a/' }],
])('a deployment that adds %s to a stage with ownership is refused, unless it confirms', (setting, effect, added) => {
  const [before, [name = '']] = [{ ...tokens, ownership: true }, Object.keys(added)];
  const sentence = `After this deployment ${effect}, because it adds the setting ${setting} to the stage; leave it out, or confirm with -c confirm=${name}.`;
  expect(refusedOver(before, { ...before, ...added })).toEqual([sentence]);
  expect(refusedOver(before, { ...before, ...added }, [name])).toEqual([]);
});

const named = (name: string) => ({ domain: { name, certificate } });
test.each([
  ['a.io', named('a.io'), {}],
  ['a.io', named('a.io'), named('b.io')],
])('a deployment that ends the address %s is refused, unless it confirms: from %j to %j', (address, before, given) => {
  const sentence = `This deployment ends the address ${address} of the stage; keep the setting "domain", or confirm with -c confirm=domain.`;
  expect(refusedOver(before, given)).toEqual([sentence]);
  expect(refusedOver(before, given, ['domain'])).toEqual([]);
});

test.each([
  [tokens, { ...tokens, issuer: 'https://other.example/' }],
  [tokens, owned],
  [named('a.io'), { domain: `a.io,${certificate}-2` }],
  [
    { tracing: true, logDays: 90, cacheSeconds: 60 },
    { tracing: 'false', logDays: 30, cacheSeconds: 0 },
  ],
  [{ tracing: false, throttle: '1000,500', origins: '*' }, {}],
])('a deployment over %j with %j is not refused, because each value is given or the default', (before, given) => {
  expect(refusedOver(before, given)).toEqual([]);
});
