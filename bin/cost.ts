import { runCommand } from '../lib/command';
import { runCost } from '../lib/cost/commands';

runCommand(runCost);
