import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Finds an executable of Node 24, the version of the functions: this Node, or a package of peers/package.json. */
export const findNode24 = () => {
  if (process.version.startsWith('v24.')) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const installed = join(__dirname, '..', 'peers', 'node_modules', name, 'bin', 'node');
  if (existsSync(installed)) return installed;
  throw new Error(
    `The bench needs Node 24. This is Node ${process.version}, and the package ${name} is not installed. ` +
      'Run npm ci --prefix test/bench/peers, or use Node 24.',
  );
};
