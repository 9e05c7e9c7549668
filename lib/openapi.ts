import { parseArgs } from 'node:util';
import { describeService } from '../functions/site/openapi/document';

/** Returns the OpenAPI document that the service serves. With an issuer, the routes name their scopes. */
export const printed = (args: string[]) => {
  const options = { issuer: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  return `${JSON.stringify(describeService({ issuer: values.issuer }), null, 2)}\n`;
};

/** `npm run openapi`: prints the document. */
export const printOpenApi = (args: string[]) => {
  process.stdout.write(printed(args));
};
