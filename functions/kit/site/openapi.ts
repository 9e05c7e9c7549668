import { isOwnershipOn, variables } from '../environment';
import { compressedResponse } from '../http/compression';
import { readerOf } from '../http/query';
import { readRequest } from '../http/request';
import { staticContent } from '../http/result';
import { loadRoute } from '../http/route';
import { respond } from '../lambda/respond';
import { describeService } from './openapi/document';
import { getDescription } from './routes';

const { ISSUER: issuer, PROTECT_READS: protectReads, SCOPE_PREFIX: scopePrefix, OWNER_CLAIM: ownerClaim } = variables();

const document = describeService({
  issuer,
  protectReads: protectReads === 'true',
  scopePrefix,
  ownership: isOwnershipOn(),
  ownerClaim,
});
const content = staticContent('application/json', JSON.stringify(document), { vary: 'accept-encoding' });

const route = loadRoute(getDescription, readerOf(getDescription));

export const handler = respond(async (event) => {
  const { precondition } = readRequest(route, event);
  return compressedResponse({ event, precondition }, content);
});
