import { runCommand } from '../lib/command';
import { printCost } from '../lib/cost/commands';

runCommand(printCost);
