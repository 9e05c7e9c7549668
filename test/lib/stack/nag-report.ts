import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { root } from '../../../lib/root';
import { ServiceStack } from '../../../lib/stack/service-stack';
import { readSettings } from '../../../lib/stack/settings';
import { temporaryFolder } from '../../support/folder';

// Is run by nag.program.test.ts in another process, because the packs take 4 s to load as jest's modules.

type Violation = { readonly ruleName: string; readonly violatingConstructs: readonly { constructPath: string }[] };
type Report = { readonly pluginReports: readonly { pluginName: string; violations: readonly Violation[] }[] };

/** Runs both packs on the stack of some settings. Returns the paths of the constructs that each rule finds. */
const findingsIn = (settings: Record<string, unknown>) => {
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
  const outdir = temporaryFolder();
  const app = new App({ outdir, context: { ...context, ...settings } });
  const bundles = join(process.env.ASSEMBLY ?? '', 'bundles');
  new ServiceStack(app, { settings: readSettings(app.node), bundles, env: {} });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  try {
    app.synth();
  } catch {
    // CDK throws when a rule finds something, and writes all findings into a file.
  }
  const report: Report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'));
  const packs = report.pluginReports.filter(({ pluginName }) => /^(AwsSolutions|Serverless)$/.test(pluginName));
  const violations = packs.flatMap((pack) => pack.violations);
  const found = violations.map(({ ruleName, violatingConstructs }) => {
    const paths = violatingConstructs.map(({ constructPath }) => constructPath.replace(/^[^/]+\//, ''));
    return [ruleName, paths.sort()];
  });
  return { packs: packs.map(({ pluginName }) => pluginName), found: Object.fromEntries(found) };
};

const asked: Record<string, unknown>[] = JSON.parse(process.argv[2] ?? '[]');
process.stdout.write(JSON.stringify(asked.map(findingsIn)));
