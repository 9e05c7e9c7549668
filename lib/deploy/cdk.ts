import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudAssembly, UNKNOWN_REGION } from 'aws-cdk-lib/cx-api';
import { assemblyIn } from './cdk-options';

export const cdk = (args: readonly string[]) =>
  spawnSync(process.execPath, [require.resolve('aws-cdk/bin/cdk'), ...args], { stdio: 'inherit' }).status ?? 1;

/** The one stack of a cloud assembly. A stack that can be deployed to any region has none here. */
export const stackIn = (assembly: string) => {
  const [stack] = new CloudAssembly(assembly).stacks;
  if (!stack) throw new Error(`There is no stack in ${assembly}`);
  const { id: name, terminationProtection: isProtected = false } = stack;
  const { region } = stack.environment;
  return {
    name,
    stage: name.replace(/^.*?-/, ''),
    isProtected,
    region: region === UNKNOWN_REGION ? undefined : region,
  };
};

/** Hands over the folder of the cloud assembly: the one that the caller names, or one that is deleted afterwards. */
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
