import { parseArgs } from 'node:util';
import { codeOf, messageOf } from './failure';

export type Options = { port: number; memory: boolean; empty: boolean; reset: boolean; auth: boolean; help: boolean };

export const usage = `npm start -- [options]

  --port <number>  listen here instead of 3000 (or set PORT); 0 takes any free port
  --memory         keep the data in memory instead of .data
  --empty          do not create the sample users and posts on the first start
  --reset          delete .data first
  --auth           ask for tokens as a stage with authentication does, and issue them
  --help           show this
`;

/** The command line as options, or an Error that says what is allowed. */
export function readOptions(parameters: string[], environment: NodeJS.ProcessEnv): Options {
  const { port = environment.PORT || '3000', ...flags } = parse(parameters);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`The port is ${JSON.stringify(port)}; allowed is a whole number from 0 to 65535`);
  }
  return { port: Number(port), ...flags };
}

function parse(parameters: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const options = {
      port: { type: 'string' },
      memory: flag,
      empty: flag,
      reset: flag,
      auth: flag,
      help: flag,
    } as const;
    return parseArgs({ args: parameters, options }).values;
  } catch (error) {
    if (!codeOf(error)?.startsWith('ERR_PARSE_ARGS')) throw error;
    const [reason = ''] = messageOf(error).split(/\.\s/);
    throw new Error(`${reason}; allowed are --port <number>, --memory, --empty, --reset, --auth and --help`);
  }
}
