import { wrongKey } from './requests';
import { json, type View, views } from './resources';
import { content, refuseMethod } from './service';

/*
 * Promises that also hang on what API Gateway does, which AWS does not document. `npm run verify` reports them apart. Each has
 * a group of its own, because a group ends at its first broken row.
 */

/** Makes the promises about the requests of one resource. */
const promisesOf = ({ path, parents, created }: View) => `
# [gateway] A HEAD of a resource has the length of its GET
${parents}
a = POST ${path} | ${json(created)} | 201
r = GET {a} | 200
HEAD {a} | 200 | content-length: {r.content-length}
# [gateway] An Idempotency-Key that is empty is a 400
POST ${path} | idempotency-key: | ${json(created)} | 400 invalid-header | ${wrongKey}
# [gateway] An Idempotency-Key that is not ASCII is a 400
POST ${path} | idempotency-key: schlüssel | ${json(created)} | 400 invalid-header | ${wrongKey}
`;

const [one] = views;

/** Promises that may break on AWS without a fault of the service. */
export const gateway = `
# [gateway] A method of WebDAV is a 405
${refuseMethod('PROPFIND', '/', content)}
# [gateway] Two slashes at the end of a path redirect to the path without them
GET /docs// | 308 | location: /docs
# [gateway] A HEAD of the reference has the length of its GET
b = GET /docs | accept-encoding: gzip, br | 200
HEAD /docs | accept-encoding: gzip, br | 200 | content-length: {b.content-length}
${one ? promisesOf(one) : ''}`;
