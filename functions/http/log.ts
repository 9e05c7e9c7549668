/** One JSON object a line. Standard output and not the console: Lambda would wrap a console line once more. */
export const log = (line: Record<string, unknown>) => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};
