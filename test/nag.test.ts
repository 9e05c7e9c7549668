import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import * as nag from 'cdk-nag';
import { acknowledged } from '../lib/acknowledged';
import { OPEN_TO_ALL } from '../lib/api';
import { ServiceStack } from '../lib/service-stack';
import { readSettings } from '../lib/settings';

const usual = [nag.AwsSolutionsChecks, nag.ServerlessChecks];
const all = [...usual, nag.HIPAASecurityChecks, nag.NIST80053R4Checks, nag.NIST80053R5Checks, nag.PCIDSS321Checks];

const certificate = 'arn:aws:acm:eu-central-1:123456789012:certificate/a1-b2';
const everything = {
  stage: 'prod',
  issuer: 'https://login.example/',
  audience: 'a',
  alarmEmail: 'ops@example.com',
  canary: true,
  domain: `api.example.com,${certificate}`,
};

type Pack = (typeof all)[number];
type Violation = { readonly ruleName: string };
type Report = {
  readonly pluginReports: readonly {
    readonly pluginName: string;
    readonly conclusion: string;
    readonly suppressedViolations?: readonly Violation[];
  }[];
};

const prefixes = new Map<Pack, string>([
  [nag.AwsSolutionsChecks, 'AwsSolutions-'],
  [nag.ServerlessChecks, 'Serverless-'],
  [nag.HIPAASecurityChecks, 'HIPAA.Security-'],
  [nag.NIST80053R4Checks, 'NIST.800.53.R4-'],
  [nag.NIST80053R5Checks, 'NIST.800.53.R5-'],
  [nag.PCIDSS321Checks, 'PCI.DSS.321-'],
]);
const prefixOf = (pack: Pack) => prefixes.get(pack) ?? '';

/** Synthesizes with these packs, which throws where one finds what nobody has acknowledged. */
const check = (packs: Pack[], settings: Record<string, unknown>) => {
  const { context } = JSON.parse(readFileSync(join(__dirname, '..', 'cdk.json'), 'utf8'));
  const outdir = mkdtempSync(join(tmpdir(), 'nag-'));
  const app = new App({ outdir, context: { ...context, ...settings } });
  new ServiceStack(app, {
    settings: readSettings(app.node),
    bundles: join(process.env.ASSEMBLY ?? '', 'bundles'),
    place: {},
  });
  Validations.of(app).acknowledge({ id: `Annotation::${OPEN_TO_ALL.id}`, reason: 'said elsewhere' });
  Validations.of(app).addPlugins(...packs.map((Each) => new Each(app)));
  app.synth();
  const report: Report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'));
  const names = packs.map((pack) => prefixOf(pack).slice(0, -1));
  const ofPacks = report.pluginReports.filter(({ pluginName }) => names.includes(pluginName));
  return {
    status: ofPacks.map(({ conclusion }) => conclusion),
    suppressed: ofPacks.flatMap(({ suppressedViolations = [] }) =>
      suppressedViolations.map(({ ruleName }) => ruleName),
    ),
  };
};

beforeAll(() => {
  process.env.CDK_VALIDATION = 'true';
});
afterAll(() => {
  process.env.CDK_VALIDATION = 'false';
});

describe('cdk-nag finds nothing', () => {
  test.each([
    // CDK's own rules take 2 s, and the default settings are held against them by `npm run synth`.
    ['standard', usual, { '@aws-cdk/core:validateAgainstDefaultRules': false }, ['open', 'traces', 'noQueue']],
    ['regulated, with all that can be set', all, everything, ['open', 'traces', 'noQueue', 'noNetwork']],
  ] as const)('on profile %s', (profile, packs, settings, names) => {
    const { suppressed, status } = check([...packs], { ...settings, profile: profile.split(',')[0] });
    expect(status).toEqual(packs.map(() => 'success'));
    // What is acknowledged is what a pack would have found: no more, and no less.
    const rules = names.flatMap((name) => acknowledged[name].rules).map((rule) => rule.slice(rule.indexOf('::') + 2));
    const ofPacks = rules.filter((rule) => packs.some((Pack) => rule.startsWith(prefixOf(Pack))));
    const expected = ofPacks.filter((rule) => settings === everything || rule !== 'Serverless-SNSRedrivePolicy');
    expect([...new Set(suppressed)].sort()).toEqual(expected.sort());
  });

  test('but for four things', () => {
    expect(Object.keys(acknowledged)).toEqual(['open', 'traces', 'noQueue', 'noNetwork']);
  });
});
