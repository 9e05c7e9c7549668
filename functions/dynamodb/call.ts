import type { HttpRequest, HttpResponse } from '@smithy/core/protocols';
import { sign } from './signer';

/** The members of a request that a `requestHandler` is given. */
type Request = Pick<HttpRequest, 'protocol' | 'hostname' | 'port' | 'method' | 'path' | 'headers' | 'body'>;

/** The part of the SDK's `requestHandler` that a call needs. */
export type RequestHandler = {
  readonly handle: (
    request: Request,
  ) => Promise<{ readonly response: Pick<HttpResponse, 'statusCode' | 'headers' | 'body'> }>;
};

type Metadata = { readonly httpStatusCode: number; readonly requestId?: string };

/** Makes the error that the SDK would throw. Its name tells errors apart, because it has no class of its own. */
const errorOf = (content: Record<string, unknown>, $metadata: Metadata) => {
  const { message, Message = message ?? 'UnknownError', ...members } = content;
  const name = String(members.__type ?? '').replace(/^.*#|:.*$/g, '');
  return Object.assign(new Error(String(Message)), members, {
    name,
    $fault: $metadata.httpStatusCode < 500 ? 'client' : 'server',
    $metadata,
    // The only class of the SDK that asks for a retry.
    ...(name === 'ReplicatedWriteConflictException' && { $retryable: {} }),
  });
};

/** Makes one attempt of a call. */
export const call = async (requestHandler: RequestHandler, operation: string, body: string) => {
  const { protocol, hostname, port, host } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
  const unsigned = {
    host,
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${operation}`,
  };
  const headers = {
    ...sign({ headers: unsigned, body }, new Date()),
    'content-length': String(Buffer.byteLength(body)),
  };
  const address = { protocol, hostname, port: port ? Number(port) : undefined, path: '/' };
  const { response } = await requestHandler.handle({ ...address, method: 'POST', headers, body });
  const $metadata = { httpStatusCode: response.statusCode, requestId: response.headers['x-amzn-requestid'] };
  const content = JSON.parse(String(response.body));
  if (response.statusCode >= 300) throw errorOf(content, $metadata);
  return { content, $metadata };
};
