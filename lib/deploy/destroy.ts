import { cdk, stackIn, withAssembly } from './cdk';
import { isOn, synthArgs, without } from './cdk-options';

/** Quotes an argument for a shell. */
const quote = (arg: string) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`);

/** Returns the message that refuses to destroy a protected stage, or undefined if the stage is not protected. */
export const refusalOf = (assembly: string, args: readonly string[]) => {
  const { name, isProtected } = stackIn(assembly);
  if (!isProtected) return undefined;
  return `${name} is protected: deleting it takes two steps, on purpose.

1. aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}
2. npx cdk destroy ${args.map(quote).join(' ')}

The table stays even then, with all users and posts in it.
`;
};

/** Destroys the stack for `npm run destroy`. For a protected stage, destroys nothing and prints the two steps. */
export const destroy = async (args: readonly string[]): Promise<number> => {
  if (isOn(args, 'help') || isOn(args, 'version')) return cdk(['destroy', ...args]);
  return withAssembly(args, (assembly) => {
    const synthCode = cdk(synthArgs(args, assembly));
    if (synthCode) return synthCode;
    const refusal = refusalOf(assembly, args);
    if (!refusal) return cdk(['destroy', '--app', assembly, ...without(args, ['app', 'output'])]);
    process.stderr.write(refusal);
    return 1;
  });
};
