import { templateIn } from '../stack/synthesize';
import { cdk, stackIn, withAssembly } from './cdk';
import { isOff, isOn, lastValue, synthArgs, without } from './cdk-options';
import { checkBegun, putOnRecord } from './partitions';
import { checkReplicas } from './replicas';

/** Tells whether CDK only explains or prepares a deployment, runs until it is stopped, or deploys another app. */
const isPassedOn = (args: readonly string[]) =>
  isOn(args, 'help') ||
  isOn(args, 'version') ||
  isOn(args, 'watch') ||
  isOff(args, 'execute') ||
  /^(prepare|execute)-change-set$/.test(lastValue(args, 'method') ?? '') ||
  lastValue(args, 'app') !== undefined;

/** Finds the region in the order in which the CDK CLI does; without one the SDK looks into the profile. */
const regionOf = (args: readonly string[], ofStack?: string) =>
  ofStack ?? lastValue(args, 'region') ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;

/**
 * `npm run deploy`: runs `cdk deploy` and records the stage's partition plan. Before that an update is refused that changes
 * two regions of the table. cdk.json sets the default of `--require-approval`, because the CDK CLI refuses an option that is
 * given twice.
 */
export const deploy = async (args: readonly string[]): Promise<number> => {
  if (isPassedOn(args)) return cdk(['deploy', ...args]);
  return withAssembly(args, async (assembly) => {
    const notSynthesized = cdk(synthArgs(args, assembly));
    if (notSynthesized) return notSynthesized;
    const { name, stage, region } = stackIn(assembly);
    const place = { profile: lastValue(args, 'profile'), region: regionOf(args, region) };
    await checkReplicas(name, templateIn(assembly), place);
    const notDeployed = cdk(['deploy', '--app', assembly, ...without(args, ['output'])]);
    if (notDeployed) return notDeployed;
    checkBegun(stage);
    putOnRecord(stage);
    return 0;
  });
};
