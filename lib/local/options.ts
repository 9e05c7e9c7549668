import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readArgs } from '../command';
import type { GivenSettings } from '../stack/context';

export type LocalOptions = ReturnType<typeof readOptions>;

const flag = (does: string) => ({ type: 'boolean', default: false, does }) as const;

export const startUsage = {
  name: 'npm start',
  options: {
    port: { type: 'string', value: 'number', does: 'listen here instead of 3000 (or set PORT); 0 takes any free port' },
    memory: flag('keep the data in memory instead of .data'),
    empty: flag('do not create the sample data on the first start'),
    reset: flag('delete .data first'),
    quiet: flag('do not print the requests'),
    auth: flag('ask for tokens as a stage with authentication does, and issue them'),
    debug: flag('let a debugger pause the functions, without time limits'),
    context: {
      type: 'string',
      short: 'c',
      multiple: true,
      value: 'setting=value',
      does: 'set a setting of the stage, as cdk deploy does, such as -c ownership=true or -c client=sdk',
    },
    env: {
      type: 'string',
      multiple: true,
      value: 'NAME=value',
      does: 'give a variable of the functions this value, as a line of .env does',
    },
  },
} as const;

/** Returns the settings that the start itself needs: those of the stage's entry, unless the command line gives others. */
export const readGiven = (context: GivenSettings, settings: GivenSettings) => {
  const { stage = 'dev' }: GivenSettings = { ...context, ...settings };
  const { client, ownerClaim }: GivenSettings = { ...context, ...Object(context.stages)[String(stage)], ...settings };
  // The synthesis refuses other values.
  return {
    client: client === 'sdk' ? 'sdk' : 'lean',
    ownerClaim: ownerClaim ? String(ownerClaim) : undefined,
  } as const;
};

const ENV_FILE = '.env';

/** Reads the variables in `.env`, if the file is there. */
export const readEnvFile = () => (existsSync(ENV_FILE) ? parseEnv(readFileSync(ENV_FILE, 'utf8')) : {});

/** Parses the command line. An invalid option throws an error that names the allowed values. */
export const readOptions = (parameters: readonly string[], environment: NodeJS.ProcessEnv) => {
  const { values } = readArgs(startUsage, parameters, environment);
  const { context = [], env = [], ...flags } = values;
  const { port = environment.PORT || '3000', auth } = flags;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error(`The port is ${JSON.stringify(port)}; allowed: a whole number from 0 to 65535`);
  // Gives `-c stage` an empty value, which the synthesis refuses.
  const settings = Object.fromEntries(context.map((text) => [...text.split(/=(.*)/s), ''].slice(0, 2)));
  if (auth && settings.issuer) throw new Error('--auth starts an issuer; allowed: --auth or -c issuer=…');
  const invalid = env.find((text) => !/^[A-Za-z_]\w*=/.test(text));
  if (invalid !== undefined)
    throw new Error(
      `The variable is ${JSON.stringify(invalid)}; allowed: NAME=value, with letters, digits and _ as NAME`,
    );
  const variables = Object.fromEntries(env.map((text) => text.split(/=(.*)/s)));
  return { ...flags, port: Number(port), settings, variables };
};
