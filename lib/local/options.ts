import { parseArgs } from 'node:util';
import { codeOf, messageOf } from './failure';

export type LocalOptions = ReturnType<typeof readOptions>;

export const usage = `npm start -- [options]

  --port <number>  listen here instead of 3000 (or set PORT); 0 takes any free port
  --memory         keep the data in memory instead of .data
  --empty          do not create the sample users and posts on the first start
  --reset          delete .data first
  --auth           ask for tokens as a stage with authentication does, and issue them
  --ownership      let callers change only their own users and posts; issues tokens of two callers and an admin
  --scope-prefix <text>
                   put this text before every scope, as the setting scopePrefix does
  --client sdk     let the functions use the AWS SDK's own client of DynamoDB
  --help           show this
`;

const parseFlags = (parameters: readonly string[]) => {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const options = {
      port: { type: 'string' },
      memory: flag,
      empty: flag,
      reset: flag,
      auth: flag,
      ownership: flag,
      'scope-prefix': { type: 'string' },
      client: { type: 'string' },
      help: flag,
    } as const;
    return parseArgs({ args: parameters, options }).values;
  } catch (error) {
    if (!codeOf(error)?.startsWith('ERR_PARSE_ARGS')) throw error;
    const [reason = ''] = messageOf(error).split(/\.\s/);
    throw new Error(
      `${reason}; allowed: --port <number>, --memory, --empty, --reset, --auth, --ownership, --scope-prefix <text>, --client <lean or sdk> and --help`,
    );
  }
};

/** Parses the command line. An invalid option throws an error that names the allowed values. */
export const readOptions = (parameters: readonly string[], environment: NodeJS.ProcessEnv) => {
  const { 'scope-prefix': scopePrefix, ...flags } = parseFlags(parameters);
  const { port = environment.PORT || '3000', client } = flags;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`The port is ${JSON.stringify(port)}; allowed: a whole number from 0 to 65535`);
  }
  if (client !== undefined && client !== 'lean' && client !== 'sdk') {
    throw new Error(`The client is ${JSON.stringify(client)}; allowed: lean and sdk`);
  }
  if (scopePrefix !== undefined && !flags.auth) {
    throw new Error(`The scope prefix is ${JSON.stringify(scopePrefix)}; allowed: a text, only together with --auth`);
  }
  if (flags.ownership && !flags.auth) throw new Error('--ownership is allowed only together with --auth');
  return { ...flags, port: Number(port), client, scopePrefix } as const;
};
