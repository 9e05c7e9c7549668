import { type HttpParts, type HttpResponse, sendLine } from '../../lib/verify/http';

// biome-ignore lint/suspicious/noExplicitAny: the expectations of a test are the check of a body's shape
export type HttpResult = HttpResponse & { readonly body: any };

/** Sends the request of a line such as `PUT /orders/1`. */
export const send = (base: string, line: string, parts?: HttpParts): Promise<HttpResult> => sendLine(base, line, parts);
