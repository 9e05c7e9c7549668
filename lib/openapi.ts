import { parseArgs } from 'node:util';
import { descriptionOf } from '../functions/site/openapi/document';

/** Returns the OpenAPI document that the service serves at an origin. With an issuer, the routes name their scopes. */
export const printed = (args: string[]) => {
  const options = { origin: { type: 'string', default: 'http://127.0.0.1:3000' }, issuer: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  return `${JSON.stringify(descriptionOf({ issuer: values.issuer })(values.origin), null, 2)}\n`;
};

/** `npm run openapi`: prints the document. */
export const printOpenApi = (args: string[]) => {
  process.stdout.write(printed(args));
};
