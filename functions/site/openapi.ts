import { isOwnershipOn } from '../http/caller';
import { compressedResponse } from '../http/compression';
import type { ApiEvent } from '../http/event';
import { originOf } from '../http/result';
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

const describe = (event: ApiEvent) => ({
  type: 'application/json',
  body: JSON.stringify(descriptionAt(originOf(event))),
  headers: { vary: 'accept-encoding' },
});

export const handler = handleStatic(getDescription, describe, compressedResponse);
