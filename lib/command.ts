import { type ParseArgsConfig, parseArgs } from 'node:util';

type ParsedOption = NonNullable<ParseArgsConfig['options']>[string];
/** Options of a command by name. The usage shows `value` as the placeholder of a value. */
type Options = Readonly<Record<string, ParsedOption & { readonly value?: string; readonly does: string }>>;
type Usage<O extends Options = Options> = {
  readonly name: string;
  readonly options: O;
  readonly file?: string;
  /** True if more arguments may follow the file. */
  readonly isOpen?: true;
};
type Values<O extends Options> = ReturnType<typeof readArgs<O>>['values'];

/** Returns the message of an error, or another thrown value as text. In jest, Node's errors are no instances of Error. */
export const messageOf = (error: unknown): string => String(Object(error).message ?? error);

const help = { type: 'boolean', does: 'show this' } as const;

const formatOption = (name: string, { short, value }: Options[string], text = value && `<${value}>`) =>
  [short ? `-${short}` : `--${name}`, text].filter(Boolean).join(' ');

/** Formats what `--help` prints: a line for each option. */
export const formatUsage = ({ name, options, file }: Usage) => {
  const rows = Object.entries({ ...options, help });
  const lines = rows.map(([key, option]) => `  ${formatOption(key, option).padEnd(25)}${option.does}\n`);
  return `${name} -- [options]${file ? ` ${file}` : ''}\n\n${lines.join('')}`;
};

/** Options of npm that begin as an option of ours: npm takes `-c` for `--call`, and `--token` for another one. */
const npmNames: Readonly<Record<string, string>> = { context: 'call', token: 'token_description' };

/**
 * Refuses options that npm took because no `--` came before them. npm shows them as `npm_config_<name>`. An entry of
 * .npmrc looks the same, so an option that the command has got, too, is not refused.
 */
const refuseTaken = ({ name, options }: Usage, args: readonly string[], env: NodeJS.ProcessEnv) => {
  const taken = Object.entries(options).flatMap(([key, option]) => {
    const names = [key.replaceAll('-', '_'), npmNames[key]];
    // Without this, `npm run destroy --stage=pr-12` would delete stage dev.
    const stage = key === 'context' && env.npm_config_stage ? `stage=${env.npm_config_stage}` : undefined;
    const text = stage ?? names.map((each) => env[`npm_config_${each}`]).find(Boolean);
    const isGiven = args.some((arg) => arg.split('=')[0] === formatOption(key, option, ''));
    // Ignores the command of `npm exec -c 'npm test'`, which npm shows by the same name as `-c stage=prod`.
    if (!text || isGiven || (key === 'context' && !/^[a-z][a-zA-Z]*=/.test(text))) return [];
    // npm shows `true` for a flag, and for `--requests 10M`. Logs keep the error, so it names no token.
    return formatOption(key, option, text === 'true' || key === 'token' ? undefined : text);
  });
  if (taken.length > 0) throw new Error(`npm took options for itself; type: ${name} -- ${taken.join(' ')}`);
};

/** Reads the arguments of a command. Throws one sentence for an argument that is not allowed, or that npm took. */
export const readArgs = <const O extends Options>(usage: Usage<O>, args: readonly string[], env = process.env) => {
  refuseTaken(usage, args, env);
  const options = { ...usage.options, help };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: usage.file !== undefined });
    if (positionals.length > 1 && !usage.isOpen) throw new Error(`Unexpected argument '${positionals[1]}'`);
    return { values, positionals };
  } catch (error) {
    const [reason] = messageOf(error).split(/\.\s/);
    const allowed = Object.entries(options).map(([name, option]) => formatOption(name, option));
    throw new Error(`${reason}; allowed: ${allowed.join(', ')}`);
  }
};

/**
 * Makes a command that answers `--help` with its options, and else runs with its options and its file.
 * @example defineCommand({ name: 'npm run greet', options: { name: { type: 'string', does: 'greet this one' } } }, ({ name }) => …)
 */
export const defineCommand =
  <const O extends Options, R>(usage: Usage<O>, run: (values: Values<O>, ...positionals: readonly string[]) => R) =>
  async (args: readonly string[]) => {
    const { values, positionals } = readArgs(usage, args);
    if (!('help' in values)) return run(values, ...positionals);
    process.stdout.write(formatUsage(usage));
    return 0;
  };

/** Ends the process when its output has no reader any more, as in `npm run openapi | head -1`. */
export const endWithOutput = () => {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') process.stderr.write(`${message}\n`);
      process.exit(code === 'EPIPE' ? 0 : 2);
    });
};

/**
 * Runs a command. Exits with the number that it returns, or prints the message of its error and exits with `failedCode`.
 * @example runCommand(runCost) // the whole of bin/cost.ts
 */
export const runCommand = async (command: (args: string[]) => unknown, failedCode = 1) => {
  endWithOutput();
  try {
    const code = await command(process.argv.slice(2));
    if (typeof code === 'number') process.exitCode = code;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = failedCode;
  }
};
