import { send } from '../../../../functions/kit/dynamodb/send';

/** Address of the server that the test has started. */
export const here = () => new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');

/** Sends a request as the SDK hands it to its `requestHandler`. Returns the body of the reply. */
export const ask = async (to = here(), timeoutMs = 3000, check?: Parameters<typeof send>[2]) => {
  const { protocol, hostname, host, port } = to;
  const address = { protocol, hostname, port: Number(port) || undefined, path: '/' };
  const headers = { host, 'content-length': '2' };
  return (await send({ ...address, method: 'POST', headers, body: '{}' }, timeoutMs, check)).body.toString();
};
