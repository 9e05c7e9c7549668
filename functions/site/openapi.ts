import { isOwnershipOn } from '../http/caller';
import { originOf } from '../http/links';
import { handleStatic } from './handle-static';
import { descriptionOf } from './openapi/document';
import { getDescription } from './routes';

const { ISSUER: issuer, PROTECT_READS: protectReads, SCOPE_PREFIX: scopePrefix } = process.env;

const descriptionAt = descriptionOf({
  issuer,
  protectReads: protectReads === 'true',
  scopePrefix,
  ownership: isOwnershipOn(),
});

export const handler = handleStatic(getDescription, (event) => ({
  type: 'application/json',
  body: JSON.stringify(descriptionAt(originOf(event))),
}));
