import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../../lib/root';
import { acknowledged } from '../../../lib/stack/acknowledged';

const usual = ['AwsSolutions-', 'Serverless-'];
const all = [...usual, 'HIPAA.Security-', 'NIST.800.53.R4-', 'NIST.800.53.R5-', 'PCI.DSS.321-'];

const everything = {
  encryption: 'customer',
  stage: 'prod',
  issuer: 'https://login.example/',
  audience: 'a',
  alarmEmail: 'ops@example.com',
  canary: true,
  domain: 'api.example.com,arn:aws:acm:eu-central-1:123456789012:certificate/a1-b2',
};

// CDK's own rules take 5 s. `.ci/run` sets CDK_VALIDATION=true, which holds the second stack against them, too. `npm run
// synth` does so for the default settings.
const standard = { '@aws-cdk/core:validateAgainstDefaultRules': false };

type Found = { readonly conclusions: readonly string[]; readonly suppressed: readonly string[] };
let found: readonly Found[] = [];

beforeAll(() => {
  const asked = JSON.stringify([
    [usual, standard],
    [all, everything],
  ]);
  const [loader, program] = ['lib/build/typescript.cjs', 'test/support/nag-report.ts'].map((file) => join(root, file));
  const args = ['--require', String(loader), String(program), asked];
  found = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }));
});

/** Returns the rules of these packs that are acknowledged under these names. */
const rulesOf = (packs: readonly string[], names: readonly (keyof typeof acknowledged)[]) =>
  names
    .flatMap((name) => acknowledged[name].rules)
    .map((rule) => rule.slice(rule.indexOf('::') + 2))
    .filter((rule, index, rules) => rules.indexOf(rule) === index && packs.some((pack) => rule.startsWith(pack)))
    .sort();

// The acknowledged rules are exactly the rules that a pack would have found.
describe('cdk-nag finds nothing', () => {
  test('on profile standard', () => {
    const expected = rulesOf(usual, ['open', 'noTraces', 'noQueue']);
    expect(found[0]).toEqual({
      conclusions: ['success', 'success'],
      // Without `alarmEmail` the topic has no subscription to which this rule applies.
      suppressed: expected.filter((rule) => rule !== 'Serverless-SNSRedrivePolicy'),
    });
  });

  test('on profile regulated, with all that can be set', () => {
    expect(found[1]).toEqual({
      conclusions: all.map(() => 'success'),
      suppressed: rulesOf(all, ['open', 'traces', 'alarms', 'noQueue', 'noNetwork']),
    });
  });

  test('but for six things', () => {
    expect(Object.keys(acknowledged)).toEqual(['open', 'traces', 'noTraces', 'alarms', 'noQueue', 'noNetwork']);
  });
});
