import type { IncomingHttpHeaders } from 'node:http';
import { type HttpParts, sendLine } from '../../lib/verify/http';

export type { HttpParts };

export type HttpResult = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body of a JSON type. */
  readonly body: Json;
};

// biome-ignore lint/suspicious/noExplicitAny: the expectations of a test are the check of a body's shape
type Json = any;

/** Sends the request of a line such as `PUT /posts/1`. */
export const send = (base: string, line: string, parts?: HttpParts): Promise<HttpResult> => sendLine(base, line, parts);
