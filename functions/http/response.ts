import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Problem } from './problem';

export type Headers = Record<string, string | undefined>;

/**
 * Every answer of the service is made here. HEAD gets the body of GET: the gateway frames the answer,
 * drops the body and keeps its length.
 */
export const reply = (statusCode: number, headers: Headers, body?: string): APIGatewayProxyStructuredResultV2 => {
  const present = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { statusCode, headers: { ...Object.fromEntries(present), 'x-content-type-options': 'nosniff' }, body };
};

export const replyProblem = (problem: Problem, requestId: string) =>
  reply(
    problem.status,
    { ...problem.extras.headers, 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
    JSON.stringify(problem.body(requestId)),
  );
