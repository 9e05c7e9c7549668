import { runCheck } from '../lib/check/command';
import { runCommand } from '../lib/command';

runCommand(runCheck);
