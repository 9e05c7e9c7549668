import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Synthesizes the stack and starts its services once for all tests. Jest hands the environment on to its workers. */
const setUp = async ({ maxWorkers }: { readonly maxWorkers: number }) => {
  const [load = 0] = loadavg();
  if (load > 2 * availableParallelism())
    process.stderr.write(`The machine is busy (load ${load.toFixed(1)}): tests that have a limit of time may fail.\n`);
  process.env.CDK_VALIDATION ??= 'false';
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const { bundleLocally } = await import('../../../lib/build/bundle');
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  // One test reads its files as another user of the machine.
  chmodSync(folder, 0o755);
  process.env.TEST_FOLDER = folder;
  const assembly = join(folder, 'assembly');
  const bundles = join(assembly, 'bundles');
  mkdirSync(assembly);
  // With CLIENT=sdk the functions have the official client of DynamoDB.
  const client = process.env.CLIENT === 'sdk' ? 'sdk' : 'lean';
  const bundling = bundleLocally(bundles, client, false);
  // Loads CDK while esbuild makes the bundles.
  const { synthesize } = await import('../../../lib/stack/synthesize');
  const { startSharedServices } = await import('./shared-services');
  const { startStandIns } = await import('../../stand-ins');
  const variables = await startStandIns();
  // Gives them to the handlers that tests run in the process of a worker, and by STAND_INS to the services of test files.
  Object.assign(process.env, variables, { STAND_INS: JSON.stringify(variables) });
  await bundling;
  // Leaves out the settings of stages, so that the tests do not depend on how this checkout is deployed.
  process.env.ASSEMBLY = synthesize(assembly, bundles, { client, stages: {} });
  process.env.SHARED_SERVICES = JSON.stringify(await startSharedServices(process.env.ASSEMBLY, maxWorkers, variables));
};

export = setUp;
