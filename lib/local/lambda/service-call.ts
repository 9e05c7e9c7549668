import type { IncomingMessage } from 'node:http';

/** Call of a service of AWS. */
export type ServiceCall = ReturnType<typeof readCall>;

/** Services of REST whose replies are XML. Those of other services of REST are JSON. */
const XML_SERVICES = ['s3', 'route53', 'cloudfront'];

/** Service prefixes of actions that differ from the names in signatures. */
const prefixes: Readonly<Record<string, string>> = { monitoring: 'cloudwatch' };

/**
 * Reads the service of a call from its signature, or from that of a signed URL. A call without a signature is one of DynamoDB,
 * to which functions open connections. The header of JSON protocols, or the form of query protocols, has the operation.
 */
export const readCall = ({ headers, url = '/' }: IncomingMessage, body: Buffer) => {
  const { searchParams } = new URL(url, 'http://localhost');
  const credential = headers.authorization ?? searchParams.get('X-Amz-Credential') ?? '';
  const [, service = 'dynamodb'] = /([\w-]+)\/aws4_request/.exec(credential) ?? [];
  const target = headers['x-amz-target'];
  const isForm = /^application\/x-www-form-urlencoded/.test(headers['content-type'] ?? '');
  const form = isForm ? new URLSearchParams(body.toString()) : searchParams;
  const operation = target ? String(target).replace(/^.*\./, '') : (form.get('Action') ?? '*');
  return {
    service,
    operation,
    action: `${prefixes[service] ?? service}:${operation}`,
    isXml: isForm || XML_SERVICES.includes(service),
  };
};

/** Builds a reply that an SDK throws as an error and does not retry, in the form of the call's protocol. */
export const errorReply = ({ isXml }: ServiceCall, code: string, message: string) => {
  if (!isXml) {
    const body = JSON.stringify({ __type: `com.amazon.coral.service#${code}`, Message: message });
    return { type: 'application/x-amz-json-1.0', body };
  }
  const error = `<Error><Code>${code.replace(/Exception$/, '')}</Code><Message>${message}</Message></Error>`;
  return { type: 'application/xml', body: `<ErrorResponse>${error}</ErrorResponse>` };
};
