import type { RequestLine } from './gateway/gateway';
import { isRecord } from './template/intrinsics';

/** A log line of a function as a person should see it; undefined for the ordinary line of a request. */
export function reportLog(functionName: string, line: string): string | undefined {
  const entry = parse(line);
  if (!isRecord(entry)) return line === '' ? undefined : `${functionName}: ${line}`;
  const { error, level } = entry;
  if (isRecord(error)) {
    return `${functionName}: ${error.stack ?? [error.name, error.message].filter(Boolean).join(': ')}`;
  }
  const isOrdinary = 'route' in entry || (level !== undefined && !/^(warn|error|fatal)/i.test(String(level)));
  return isOrdinary ? undefined : `${functionName}: ${line}`;
}

export function requestLine({ method, target, status, durationMs }: RequestLine): string {
  return `${method} ${target} ${status} ${Math.round(durationMs)} ms\n`;
}

/** Requests that work as printed; `id` is a post that is there. */
export function curlLines(url: string, id?: string, tokens?: { token: string; issuer: string }): string {
  const member = id === undefined ? `'${url}/posts?limit=1'` : `${url}/posts/${id}`;
  const bearer = tokens ? ' -H "authorization: Bearer $token"' : '';
  const guarded = tokens && [
    `curl ${url}/api/v1/users${bearer}`,
    '',
    'This token has all scopes, for 12 hours. One with others:',
    '',
    `curl '${tokens.issuer}/token?scope=posts:read'`,
  ];
  return [
    ...(tokens ? [`token=${tokens.token}`, ''] : []),
    `curl ${url}/posts`,
    `curl ${url}/posts${bearer} -H 'content-type: application/json' -d '{"title":"Hello"}'`,
    `curl ${member}`,
    ...(guarded ?? []),
  ].join('\n');
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
