import type { HttpRequest, HttpResponse } from '@smithy/core/protocols';
import { sign } from './signer';

/** Part of the SDK's `requestHandler` that a call needs. */
export type RequestHandler = {
  readonly handle: (
    request: Pick<HttpRequest, 'protocol' | 'hostname' | 'port' | 'method' | 'path' | 'headers' | 'body'>,
  ) => Promise<{ readonly response: HttpResponse }>;
};

type Metadata = { readonly httpStatusCode: number; readonly requestId?: string };

/** Makes the error that the SDK would throw, but without a class: callers distinguish errors by name. */
const sdkErrorOf = (content: Record<string, unknown>, code: string | undefined, $metadata: Metadata) => {
  const { message, Message = message ?? 'UnknownError', ...members } = content;
  const name = String(members.__type ?? members.code ?? code ?? 'Unknown').replace(/[,:].*$|^[^,:]*#/g, '');
  return Object.assign(new Error(String(Message)), members, {
    name,
    $fault: $metadata.httpStatusCode < 500 ? 'client' : 'server',
    $metadata,
    // Marks the one error that the SDK's model of DynamoDB declares as retryable.
    ...(name === 'ReplicatedWriteConflictException' && { $retryable: {} }),
  });
};

/** Parses a reply. A syntax error holds the status, as the SDK's error does. */
const parseReply = (body: string, $metadata: Metadata) => {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw Object.assign(Object(error), { $metadata });
  }
};

/** Returns the endpoint. Refuses FIPS beside it, as the SDK does, because the endpoint can be one without FIPS. */
const readEndpoint = () => {
  const { AWS_ENDPOINT_URL_DYNAMODB: url = '', AWS_USE_FIPS_ENDPOINT } = process.env;
  if (AWS_USE_FIPS_ENDPOINT === 'true')
    throw new Error(`AWS_USE_FIPS_ENDPOINT is true beside the endpoint ${url}; unset it, and give a FIPS endpoint`);
  return new URL(url);
};

/** Makes one attempt of a call. Throws the error of a refused call. */
export const call = async (requestHandler: RequestHandler, operation: string, body: string) => {
  const { protocol, hostname, port, host, pathname } = readEndpoint();
  // Ends in a slash, as the SDK's path does.
  const path = pathname.replace(/\/?$/, '/');
  const target = `DynamoDB_20120810.${operation}`;
  const unsigned = { host, 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target };
  const signed = sign({ path, headers: unsigned, body }, new Date());
  const headers = { ...signed, 'content-length': `${Buffer.byteLength(body)}` };
  const address = { protocol, hostname, port: Number(port) || undefined, path };
  const { response } = await requestHandler.handle({ ...address, method: 'POST', headers, body });
  const $metadata = { httpStatusCode: response.statusCode, requestId: response.headers['x-amzn-requestid'] };
  const content = parseReply(String(response.body), $metadata);
  if (response.statusCode >= 300) throw sdkErrorOf(content, response.headers['x-amzn-errortype'], $metadata);
  return { content, $metadata };
};
