import { printed } from '../lib/openapi';

process.stdout.write(printed(process.argv.slice(2)));
