import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import * as nag from 'cdk-nag';
import { root } from '../../lib/root';
import { OPEN_TO_ALL } from '../../lib/stack/api';
import { ServiceStack } from '../../lib/stack/service-stack';
import { readSettings } from '../../lib/stack/settings';
import { temporaryFolder } from './folder';

// Is run by test/lib/stack/nag.program.test.ts in another process, because the packs take 4 s to load as jest's modules.

const packs = {
  'AwsSolutions-': nag.AwsSolutionsChecks,
  'Serverless-': nag.ServerlessChecks,
  'HIPAA.Security-': nag.HIPAASecurityChecks,
  'NIST.800.53.R4-': nag.NIST80053R4Checks,
  'NIST.800.53.R5-': nag.NIST80053R5Checks,
  'PCI.DSS.321-': nag.PCIDSS321Checks,
};

type Violation = { readonly ruleName: string };
type Report = {
  readonly pluginReports: readonly {
    readonly pluginName: string;
    readonly conclusion: string;
    readonly suppressedViolations?: readonly Violation[];
  }[];
};

/** Runs rule packs on the stack of some settings. Synthesis throws when a rule finds what is not acknowledged. */
const check = (names: readonly (keyof typeof packs)[], settings: Record<string, unknown>) => {
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
  const outdir = temporaryFolder();
  const app = new App({ outdir, context: { ...context, ...settings } });
  new ServiceStack(app, {
    settings: readSettings(app.node),
    bundles: join(process.env.ASSEMBLY ?? '', 'bundles'),
    env: {},
  });
  Validations.of(app).acknowledge({ id: `Annotation::${OPEN_TO_ALL.id}`, reason: 'said elsewhere' });
  Validations.of(app).addPlugins(...names.map((name) => new packs[name](app)));
  app.synth();
  const report: Report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'));
  const ofPacks = report.pluginReports.filter(({ pluginName }) => names.some((name) => name === `${pluginName}-`));
  const suppressed = ofPacks.flatMap(({ suppressedViolations = [] }) => suppressedViolations);
  return {
    conclusions: ofPacks.map(({ conclusion }) => conclusion),
    suppressed: [...new Set(suppressed.map(({ ruleName }) => ruleName))].sort(),
  };
};

const asked: Parameters<typeof check>[] = JSON.parse(process.argv[2] ?? '[]');
process.stdout.write(JSON.stringify(asked.map((one) => check(...one))));
