import { isRecord } from '../template/intrinsics';

/** What the gateway sends; `headers` keeps repeated Set-Cookie apart. */
export type Answer = { status: number; headers: Record<string, string | string[]>; body: string | Buffer };

const dropped = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'apigw-requestid']);
/** What Lambda takes and gives at most: 6 MB. */
export const payloadLimitBytes = 6_291_556;

/** One of the gateway's own bodies. */
export function message(status: number, text: string): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: text }),
  };
}

/** Payload format 2.0: a result with a statusCode as it stands, any other as a 200; undefined when unusable. */
export function toAnswer(json: string): Answer | undefined {
  const result: unknown = JSON.parse(json);
  if (!isRecord(result) || result.statusCode === undefined) {
    const body = typeof result === 'string' ? result : json;
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  }
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = result;
  if (typeof statusCode !== 'number' || !Number.isInteger(statusCode) || statusCode < 200 || statusCode > 599)
    return undefined;
  if (typeof body !== 'string' || !isRecord(headers) || !Array.isArray(cookies)) return undefined;
  const answer: Answer = {
    status: statusCode,
    headers: {},
    // As text, it leaves with the head in one piece.
    body: isBase64Encoded === true ? Buffer.from(body, 'base64') : body,
  };
  for (const [name, value] of Object.entries(headers)) {
    if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
    if (!dropped.has(name.toLowerCase())) answer.headers[name.toLowerCase()] = String(value);
  }
  if (body !== '') answer.headers['content-type'] ??= 'text/plain; charset=utf-8';
  if (cookies.length > 0) answer.headers['set-cookie'] = cookies.map(String);
  return answer;
}
