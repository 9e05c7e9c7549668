import { runSimulate } from '../lib/simulate/commands';

try {
  runSimulate(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
