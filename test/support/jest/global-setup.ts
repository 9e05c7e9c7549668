import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The stack is synthesized once for all tests that run against it; jest hands the environment on to its workers. */
const setUp = async () => {
  process.env.CDK_VALIDATION = 'false';
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const { bundle } = await import('../../../lib/build/bundle');
  const { synthesize } = await import('../../../lib/stack/synthesize');
  const folder = mkdtempSync(join(tmpdir(), 'users-and-posts-'));
  const bundles = join(folder, 'bundles');
  // With CLIENT=sdk the functions have the official client of DynamoDB.
  const client = process.env.CLIENT === 'sdk' ? 'sdk' : 'lean';
  await bundle(bundles, client);
  process.env.ASSEMBLY = synthesize(folder, bundles, { client });
};

module.exports = setUp;
