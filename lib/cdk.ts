import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Artifact = { readonly type: string; readonly properties?: { readonly terminationProtection?: boolean } };

export const cdk = (args: string[]) =>
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
  return { name, stage: name.replace(/^.*?-/, ''), isProtected };
};
