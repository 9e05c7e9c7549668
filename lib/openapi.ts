import { parseArgs } from 'node:util';
import { describeService } from '../functions/site/openapi/document';

const usage = 'npm run openapi -- [--issuer <url> [--scope-prefix <text>] [--ownership]]';

/** Returns the OpenAPI document that a stage with these settings serves. With an issuer, the routes name their scopes. */
export const printed = (args: string[]) => {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const options = { issuer: text, 'scope-prefix': text, ownership: flag, help: flag };
  const { help, issuer, ownership, 'scope-prefix': scopePrefix } = parseArgs({ args, options }).values;
  if (help) return `${usage}\n`;
  if (!issuer && (ownership || scopePrefix !== undefined))
    throw new Error(`--ownership and --scope-prefix are allowed only together with --issuer. Usage: ${usage}`);
  return `${JSON.stringify(describeService({ issuer, ownership, scopePrefix }), null, 2)}\n`;
};

/** `npm run openapi`: prints the document. */
export const printOpenApi = (args: string[]) => {
  process.stdout.write(printed(args));
};
