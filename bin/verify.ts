import { runCommand } from '../lib/command';
import { runVerify } from '../lib/verify/command';

runCommand(runVerify, 2);
