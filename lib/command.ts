/**
 * Runs a command with the arguments of the process. If the command returns a number, that is the exit code. If the
 * command throws an error, prints the error's message; the exit code is then `failedCode`.
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
