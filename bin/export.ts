import { runCommand } from '../lib/command';
import { runExport } from '../lib/transfer/commands';

runCommand(runExport, 2);
