import { pluralIn } from '../../model/relation';
import { firstVersions } from '../../resources';
import type { Authentication } from './operations';
import type { Resource } from './resource';

/** Lists the plurals of resources in a sentence. */
const listPlurals = (listed: readonly Resource[]) =>
  listed
    .map(({ path }) => pluralIn(path))
    .join(', ')
    .replace(/,(?!.*,)/, ' and');

const introduction = `A REST service for ${listPlurals(firstVersions) || 'resources to come'}.

**Lists** are JSON arrays. Follow \`Link: <…>; rel="next"\` until there is none. A walk over all pages shows each
resource that exists the whole time exactly once. **Concurrency**: a write with the \`ETag\` in \`If-Match\` fails with 412 when another client was faster.
**Retries**: a POST with an \`Idempotency-Key\` can be sent as often as you need. After a 503 the request may or may not
have been carried out; every other response tells what happened. **Errors** are \`application/problem+json\` (RFC 9457)
with a stable \`code\`; responses that API Gateway makes itself are \`application/json\` with a \`message\`. \`HEAD\` works
wherever \`GET\` does. Another method is a 405 with \`Allow\`, a slash at the end of a path a 308.

**Headers of all responses** are \`Cache-Control\`, \`Vary\`, \`X-Content-Type-Options: nosniff\` and \`Apigw-Requestid\`, the
\`requestId\` of the log. For an allowed \`Origin\` there are \`Access-Control-Allow-Origin\` and \`-Expose-Headers\`.`;

const groupNote = (claim: string) =>
  `Callers with the same \`${claim}\` own together what each of them creates: \`owner\` is a hash of this claim. Without it, a token gets a 403 \`not-owner\`.`;
const ownershipNote = (claim?: string) => `

**Ownership.** ${claim ? groupNote(claim) : 'A caller owns what it creates: `owner` is a hash of the caller.'} Others get a 403 \`not-owner\`, or,
for ${listPlurals(firstVersions.filter(({ isPrivate }) => isPrivate)) || 'private resources'}, the 404 of a resource that does not exist. Only admins, who have the
scope \`:admin\`, may see those of others, change the resources of others, set \`owner\`, and create under an id that is older than 24 hours.`;

/** Returns the text at the beginning of the document. */
export const introduce = ({ ownership, ownerClaim }: Authentication) =>
  ownership ? introduction + ownershipNote(ownerClaim) : introduction;
