import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../folder';

/** Writes a program that ends at once with an exit code. Returns the folder of the program. */
export const writeProgram = (name: string, exitCode = 0) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), `#!/bin/sh\nexit ${exitCode}\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
};
