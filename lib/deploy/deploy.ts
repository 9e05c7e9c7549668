import { templateIn } from '../stack/synthesize';
import { cdk, stackIn, withAssembly } from './cdk';
import { isOff, isOn, lastValue, synthArgs, without } from './cdk-options';
import { checkLateEpochs, recordPlan } from './partitions';
import { checkTableUpdate } from './table-update';

/** Tells whether CDK shows help, watches files, only prepares a deployment, or deploys an app that `--app` names. */
const isPassedToCdk = (args: readonly string[]) =>
  isOn(args, 'help') ||
  isOn(args, 'version') ||
  isOn(args, 'watch') ||
  isOff(args, 'execute') ||
  /^(prepare|execute)-change-set$/.test(lastValue(args, 'method') ?? '') ||
  lastValue(args, 'app') !== undefined;

/** Finds the region in the same order as the CDK CLI. If there is none, the SDK uses the region of the profile. */
const regionOf = (args: readonly string[], stackRegion?: string) =>
  stackRegion ?? lastValue(args, 'region') ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;

/**
 * Deploys the stack for `npm run deploy`. Refuses an update that changes two regions or two indexes of the table, runs
 * `cdk deploy`, and records the stage's partition plan. cdk.json has the default of `--require-approval`, because the CDK
 * CLI refuses an option that is given twice.
 */
export const deploy = async (args: readonly string[]): Promise<number> => {
  if (isPassedToCdk(args)) return cdk(['deploy', ...args]);
  return withAssembly(args, async (assembly) => {
    const synthCode = cdk(synthArgs(args, assembly));
    if (synthCode) return synthCode;
    const { name, stage, region } = stackIn(assembly);
    const target = { profile: lastValue(args, 'profile'), region: regionOf(args, region) };
    await checkTableUpdate(name, templateIn(assembly), target);
    const deployCode = cdk(['deploy', '--app', assembly, ...without(args, ['output'])]);
    if (deployCode) return deployCode;
    checkLateEpochs(stage);
    recordPlan(stage);
    return 0;
  });
};
