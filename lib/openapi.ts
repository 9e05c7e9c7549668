import { describeService } from '../functions/kit/site/openapi/document';
import { defineCommand } from './command';

const options = {
  issuer: { type: 'string', value: 'url', does: 'name the scopes of the routes, for tokens of this issuer' },
  'scope-prefix': { type: 'string', value: 'text', does: 'put this before each scope' },
  ownership: { type: 'boolean', does: 'describe a stage with ownership' },
} as const;

/** `npm run openapi`: prints the OpenAPI document that a stage with these settings serves. */
export const printOpenApi = defineCommand({ name: 'npm run openapi', options }, (values) => {
  const { issuer, ownership, 'scope-prefix': scopePrefix } = values;
  if (!issuer && (ownership || scopePrefix !== undefined))
    throw new Error('--ownership and --scope-prefix are allowed only together with --issuer');
  process.stdout.write(`${JSON.stringify(describeService({ issuer, ownership, scopePrefix }), null, 2)}\n`);
});
