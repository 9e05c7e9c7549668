import { runCommand } from '../lib/command';
import { runSimulate } from '../lib/simulate/commands';

runCommand(runSimulate);
