import { invocation } from './invocation';

/** One JSON object a line. Standard output and not the console: Lambda would wrap a console line once more. */
export const log = (line: Record<string, unknown>) => {
  const { requestId } = invocation.getStore() ?? {};
  process.stdout.write(`${JSON.stringify({ ...line, requestId })}\n`);
};
