import { printed } from '../lib/docs/openapi';

try {
  process.stdout.write(printed(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
