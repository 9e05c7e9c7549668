import { runCommand } from '../lib/command';
import { printOpenApi } from '../lib/docs/openapi';

runCommand(printOpenApi);
