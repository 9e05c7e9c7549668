import { destroy } from '../lib/destroy';

process.exitCode = destroy(process.argv.slice(2));
