import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const flag = { type: 'boolean' } as const;
const text = { type: 'string' } as const;

/** Options of every command of the CDK CLI. */
const shared = {
  app: { ...text, short: 'a' },
  build: text,
  context: { ...text, short: 'c' },
  plugin: { ...text, short: 'p' },
  trace: flag,
  strict: flag,
  lookups: flag,
  'ignore-errors': flag,
  verbose: { ...flag, short: 'v' },
  debug: flag,
  'debug-app': flag,
  'debug-cli': flag,
  profile: text,
  region: text,
  proxy: text,
  'ca-bundle-path': text,
  ec2creds: { ...flag, short: 'i' },
  'version-reporting': flag,
  'path-metadata': flag,
  'asset-metadata': flag,
  'role-arn': { ...text, short: 'r' },
  staging: flag,
  output: { ...text, short: 'o' },
  notices: flag,
  color: flag,
  ci: flag,
  unstable: text,
  'telemetry-file': text,
  yes: { ...flag, short: 'y' },
};

/** Options of all commands, and options of single commands that are read here or have a short form with a value. */
const known = {
  ...shared,
  help: { ...flag, short: 'h' },
  version: flag,
  execute: flag,
  watch: flag,
  method: { ...text, short: 'm' },
  tags: { ...text, short: 't' },
  'build-exclude': { ...text, short: 'E' },
  'outputs-file': { ...text, short: 'O' },
};

/** Option of a CDK command. It takes up `count` arguments, from the position `index` on. */
export type CdkOption = {
  readonly name: string;
  readonly value?: string;
  readonly index: number;
  readonly count: number;
};

/** Spells a long option as the CDK CLI documents it: `--requireApproval` becomes `--require-approval`. */
const toKebab = (arg: string) =>
  arg.replace(/^--[^=]+/, (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** Parses the arguments of a CDK command as the CDK CLI does (with yargs). An unknown option gets no value. */
export const optionsIn = (args: readonly string[]): CdkOption[] => {
  const { tokens } = parseArgs({
    args: args.map(toKebab),
    options: known,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens.flatMap((token): CdkOption[] => {
    if (token.kind !== 'option') return [];
    const { name, rawName, index, inlineValue } = token;
    const next = args[index + 1] ?? '';
    // yargs reads `--execute false` as a flag with a value, and `-o=out` as `-o out`.
    if (token.value === undefined && /^(true|false)$/.test(next)) return [{ name, value: next, index, count: 2 }];
    const value = inlineValue && !rawName.startsWith('--') ? token.value.replace(/^=/, '') : token.value;
    return [{ name, value, index, count: value === undefined || inlineValue ? 1 : 2 }];
  });
};

/** Returns the value of the last option with this name. */
export const lastValue = (args: readonly string[], wanted: keyof typeof known) =>
  optionsIn(args).findLast(({ name }) => name === wanted)?.value;

/** Tells whether a flag is given and not switched off. */
export const isOn = (args: readonly string[], wanted: keyof typeof known) =>
  optionsIn(args).some(({ name, value }) => name === wanted && value !== 'false');

/** Tells whether a flag is switched off, as by `--no-execute` or `--execute=false`. */
export const isOff = (args: readonly string[], wanted: keyof typeof known) =>
  optionsIn(args).some(({ name, value }) => name === `no-${wanted}` || (name === wanted && value === 'false'));

/** Removes options and their values from the arguments. */
export const without = (args: readonly string[], unwanted: readonly string[]) => {
  const dropped = optionsIn(args)
    .filter(({ name }) => unwanted.includes(name))
    .flatMap(({ index, count }) => (count === 2 ? [index, index + 1] : [index]));
  return args.filter((_, index) => !dropped.includes(index));
};

/** Returns the arguments of the `cdk synth` that runs before another command: the options that both commands have. */
export const synthArgs = (args: readonly string[], assembly: string) => {
  const isShared = (name: string) => name !== 'output' && Object.hasOwn(shared, name.replace(/^no-/, ''));
  const rendered = optionsIn(args)
    .filter(({ name }) => isShared(name))
    .map(({ name, value }) => (value === undefined ? `--${name}` : `--${name}=${value}`));
  return ['synth', '--quiet', '--output', assembly, ...rendered];
};

/** Finds the folder that the caller names for the cloud assembly: `--output`, or an `--app` that is an assembly. */
export const assemblyIn = (args: readonly string[]) => {
  const app = lastValue(args, 'app');
  if (app && statSync(app, { throwIfNoEntry: false })?.isDirectory()) return resolve(app);
  const output = lastValue(args, 'output');
  return output && resolve(output);
};
