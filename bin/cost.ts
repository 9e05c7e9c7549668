import { runCommand } from '../lib/command';
import { runCost } from '../lib/cost/command';

runCommand(runCost);
