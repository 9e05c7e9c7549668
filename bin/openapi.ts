import { runCommand } from '../lib/command';
import { printOpenApi } from '../lib/openapi';

runCommand(printOpenApi);
