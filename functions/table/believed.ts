import type { HttpResponse } from '@smithy/core/protocols';
import type { SdkRequest } from './send';

/** Tells whether a reply looks like one of DynamoDB or its stand-ins, and not like the page of a proxy. */
const isOfDynamoDb = ({ statusCode, headers: { 'content-type': type = '' }, body }: HttpResponse) => {
  const isTyped = /^application\/x-amz-json-1\.\d\b/.test(type);
  const isJson = isTyped || (statusCode >= 300 && /^application\/json\b/.test(type));
  return isJson && body.at(0) === 0x7b && body.at(-1) === 0x7d;
};

/** Hosts whose replies have held consumed capacity. */
const meteredHosts = new Set<string>();

/**
 * Tells whether the reply holds consumed capacity where the host has told it before and the request asks for it. Without
 * this, a forged `{}` would read like a missing item.
 */
const hasExpectedCapacity = ({ hostname, port, body: asked }: SdkRequest, { statusCode, body }: HttpResponse) => {
  if (statusCode >= 300) return true;
  const host = `${hostname}:${port}`;
  // A stored value can hold the quoted word, but is never followed by a colon.
  if (body.includes('"ConsumedCapacity":')) meteredHosts.add(host);
  else if (meteredHosts.has(host)) return !Buffer.from(asked).includes('"ReturnConsumedCapacity"');
  return true;
};

/** Makes the error of a reply that is not one of DynamoDB. The request may or may not have been applied. */
export const faultIn = (request: SdkRequest, reply: HttpResponse) => {
  if (isOfDynamoDb(reply) && hasExpectedCapacity(request, reply)) return undefined;
  const { statusCode, headers } = reply;
  const message = `The reply is not one of DynamoDB: status ${statusCode}, type "${headers['content-type'] ?? ''}"`;
  return Object.assign(new Error(message), { $metadata: { httpStatusCode: statusCode } });
};
