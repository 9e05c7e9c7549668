import { invocation } from './invocation';

/** Writes one JSON object as a line. Avoids `console`, because Lambda would wrap its lines in JSON again. */
export const log = (line: Record<string, unknown>) => {
  const { requestId } = invocation.getStore() ?? {};
  process.stdout.write(`${JSON.stringify({ ...line, requestId })}\n`);
};
