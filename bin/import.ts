import { runCommand } from '../lib/command';
import { runImport } from '../lib/transfer/commands';

runCommand(runImport, 2);
