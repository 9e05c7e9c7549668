import { describeService } from '../functions/kit/site/openapi/document';
import { defineCommand } from './command';

const options = {
  issuer: { type: 'string', value: 'url', does: 'name the scopes of the routes, for tokens of this issuer' },
  'scope-prefix': { type: 'string', value: 'text', does: 'put this before each scope' },
  ownership: { type: 'boolean', does: 'describe a stage with ownership' },
  'owner-claim': { type: 'string', value: 'name', does: 'describe owners by this claim, beside --ownership' },
} as const;

/** `npm run openapi`: prints the OpenAPI document that a stage with these settings serves. */
export const printOpenApi = defineCommand({ name: 'npm run openapi', options }, (values) => {
  const { issuer, ownership, 'owner-claim': ownerClaim, 'scope-prefix': scopePrefix } = values;
  if (!issuer && (ownership || scopePrefix !== undefined))
    throw new Error('--ownership and --scope-prefix are allowed only together with --issuer');
  if (ownerClaim !== undefined && !ownership)
    throw new Error('--owner-claim is allowed only together with --ownership');
  const document = describeService({ issuer, ownership, ownerClaim, scopePrefix });
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
});
