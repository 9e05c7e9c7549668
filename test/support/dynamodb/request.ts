/** Makes a request to DynamoDB such as the SDK hands to its `requestHandler`. */
export const requestTo = ({ protocol, hostname, port, host }: URL, body = '{}') => ({
  protocol,
  hostname,
  port: port ? Number(port) : undefined,
  method: 'POST',
  path: '/',
  headers: { host, 'x-amz-target': 'one', 'content-length': String(Buffer.byteLength(body)) },
  body,
});
