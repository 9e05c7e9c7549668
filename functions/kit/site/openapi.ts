import { isOwnershipOn } from '../http/caller';
import { compressedResponse } from '../http/compression';
import { handleStatic } from './handle-static';
import { describeService } from './openapi/document';
import { getDescription } from './routes';

const { ISSUER: issuer, PROTECT_READS: protectReads, SCOPE_PREFIX: scopePrefix } = process.env;

const content = {
  type: 'application/json',
  body: JSON.stringify(
    describeService({ issuer, protectReads: protectReads === 'true', scopePrefix, ownership: isOwnershipOn() }),
  ),
  headers: { vary: 'accept-encoding' },
};

export const handler = handleStatic(getDescription, () => content, { toResponse: compressedResponse });
