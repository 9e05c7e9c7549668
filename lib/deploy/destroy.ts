import { cdk, stackIn, withAssembly } from './cdk';
import { isOn, synthArgs, without } from './cdk-options';

/** As a shell takes it. */
const quoted = (arg: string) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`);

/** What to say of a stage that is protected, instead of destroying it. */
export const refusalOf = (assembly: string, args: readonly string[]) => {
  const { name, isProtected } = stackIn(assembly);
  if (!isProtected) return undefined;
  return `${name} is protected: deleting it takes two steps, on purpose.

1. aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}
2. npx cdk destroy ${args.map(quoted).join(' ')}

The table stays even then, with all users and posts in it.
`;
};

/** `npm run destroy`: runs `cdk destroy`. A protected stage is refused with the steps that deleting it takes. */
export const destroy = async (args: readonly string[]): Promise<number> => {
  if (isOn(args, 'help') || isOn(args, 'version')) return cdk(['destroy', ...args]);
  return withAssembly(args, (assembly) => {
    const failed = cdk(synthArgs(args, assembly));
    if (failed) return failed;
    const refusal = refusalOf(assembly, args);
    if (!refusal) return cdk(['destroy', '--app', assembly, ...without(args, ['app', 'output'])]);
    process.stderr.write(refusal);
    return 1;
  });
};
