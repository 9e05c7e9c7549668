import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudAssembly, UNKNOWN_REGION } from 'aws-cdk-lib/cx-api';
import { assemblyIn } from './cdk-options';

/** Runs the CDK CLI. Returns its exit code. */
export const cdk = (args: readonly string[]) =>
  spawnSync(process.execPath, [require.resolve('aws-cdk/bin/cdk'), ...args], { stdio: 'inherit' }).status ?? 1;

/** Reads the only stack of a cloud assembly. `region` is undefined if the stack can be deployed to any region. */
export const stackIn = (assembly: string) => {
  const [stack] = new CloudAssembly(assembly).stacks;
  if (!stack) throw new Error(`The cloud assembly ${assembly} has no stack; name an app that defines a stack`);
  const { id: name, terminationProtection: isProtected = false } = stack;
  const { region } = stack.environment;
  return {
    name,
    stage: name.replace(/^.*?-/, ''),
    isProtected,
    region: region === UNKNOWN_REGION ? undefined : region,
  };
};

/** Passes the folder of the cloud assembly to `use`: the folder that the arguments name, or a temporary folder. */
export const withAssembly = async (
  args: readonly string[],
  use: (assembly: string) => number | Promise<number>,
): Promise<number> => {
  const named = assemblyIn(args);
  if (named) return use(named);
  const temporary = mkdtempSync(join(tmpdir(), 'assembly-'));
  try {
    return await use(temporary);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
};
