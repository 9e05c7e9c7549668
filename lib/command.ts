/**
 * Runs a command with the arguments of the process. A number that it returns is the exit code. Prints its error as a
 * sentence, and then exits with `failedCode`.
 */
export const runCommand = async (command: (args: string[]) => unknown, failedCode = 1) => {
  try {
    const code = await command(process.argv.slice(2));
    if (typeof code === 'number') process.exitCode = code;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = failedCode;
  }
};
