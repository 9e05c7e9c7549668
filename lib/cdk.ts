import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemblyIn } from './cdk-options';

type Artifact = {
  readonly type: string;
  readonly environment?: string;
  readonly properties?: { readonly terminationProtection?: boolean };
};

export const cdk = (args: readonly string[]) =>
  spawnSync(process.execPath, [require.resolve('aws-cdk/bin/cdk'), ...args], { stdio: 'inherit' }).status ?? 1;

/** The one stack of a cloud assembly. */
export const stackIn = (assembly: string) => {
  const manifest: { artifacts: Record<string, Artifact> } = JSON.parse(
    readFileSync(join(assembly, 'manifest.json'), 'utf8'),
  );
  const [[name, stack] = ['']] = Object.entries(manifest.artifacts).filter(
    ([, { type }]) => type === 'aws:cloudformation:stack',
  );
  const isProtected = stack?.properties?.terminationProtection === true;
  const region = stack?.environment?.split('/').at(-1);
  // CDK's word in an assembly that can be deployed to any region.
  const isAnywhere = region === 'unknown-region';
  return { name, stage: name.replace(/^.*?-/, ''), isProtected, region: isAnywhere ? undefined : region };
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
