import { runCommand } from '../lib/command';
import { deploy } from '../lib/deploy/deploy';

runCommand(deploy);
