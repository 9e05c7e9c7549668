import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cdk, stackIn } from './cdk';

/** As a shell takes it. */
const quoted = (arg: string) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`);

/** What to say of a stage that is protected, instead of destroying it. */
export const refusalOf = (assembly: string, args: string[]) => {
  const { name, isProtected } = stackIn(assembly);
  if (!isProtected) return undefined;
  return `${name} is protected: deleting it takes two steps, on purpose.

1. aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}
2. npx cdk destroy ${args.map(quoted).join(' ')}

The table stays even then, with all users and posts in it.
`;
};

/** `npm run destroy`: what `cdk destroy` does, but for a protected stage, where it says what that takes. */
export const destroy = (args: string[]): number => {
  const assembly = mkdtempSync(join(tmpdir(), 'destroy-'));
  try {
    const failed = cdk(['synth', '--quiet', '--output', assembly, ...args]);
    if (failed) return failed;
    const refusal = refusalOf(assembly, args);
    if (!refusal) return cdk(['destroy', '--app', assembly, ...args]);
    process.stderr.write(refusal);
    return 1;
  } finally {
    rmSync(assembly, { recursive: true, force: true });
  }
};
